# Types of what token_kernel.py keeps and calls, and of what other kernels call.
cdef bint is_closer(unsigned int code) noexcept nogil
cdef bint is_opener(unsigned int code) noexcept nogil
cdef bint is_reversed(unsigned int code) noexcept nogil
cdef Py_ssize_t put(
    int[::1] starts, int[::1] ends, unsigned char[::1] token_kinds, Py_ssize_t n, Py_ssize_t start,
    Py_ssize_t end, int kind
) noexcept nogil
cdef int clitic_at(
    const unsigned int[::1] text, const unsigned char[::1] kinds,
    const unsigned long long[::1] suffixes, Py_ssize_t apostrophe, Py_ssize_t end
) noexcept nogil
cdef bint is_vowel(unsigned int code) noexcept nogil
cdef Py_ssize_t abbreviation_end(
    const unsigned int[::1] text, const unsigned char[::1] kinds, Py_ssize_t start, Py_ssize_t end
) noexcept nogil
cdef bint is_bracket_name(
    const unsigned int[::1] text, Py_ssize_t start, Py_ssize_t end
) noexcept nogil

cpdef Py_ssize_t scan(
    const unsigned int[::1] text, const unsigned char[::1] kinds,
    const unsigned long long[::1] endings, const unsigned long long[::1] domains,
    const unsigned long long[::1] elided, const unsigned long long[::1] suffixes, int[::1] starts,
    int[::1] ends, unsigned char[::1] token_kinds
) noexcept nogil
