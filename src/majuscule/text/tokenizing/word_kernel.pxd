# Types of what word_kernel.py keeps and calls, and of what other kernels call.
cdef unsigned int plain_symbol(unsigned int code, Py_ssize_t run) noexcept nogil
cdef bint is_fragment(const unsigned int[::1] text, Py_ssize_t end) noexcept nogil
cdef bint is_comma(const unsigned int[::1] text, Py_ssize_t at) noexcept nogil
cdef int after_ellipsis(
    const unsigned int[::1] text, const int[::1] starts, const int[::1] ends, Py_ssize_t at,
    int pending
) noexcept nogil
cdef bint is_exclaimed(
    const unsigned int[::1] text, const int[::1] starts, const int[::1] ends, Py_ssize_t at
) noexcept nogil
cdef bint is_aside(
    const unsigned int[::1] text, const int[::1] starts, const int[::1] ends,
    const unsigned char[::1] kinds, Py_ssize_t at
) noexcept nogil
cdef bint is_unit(unsigned int code) noexcept nogil
cdef bint is_example(const unsigned int[::1] text, Py_ssize_t end) noexcept nogil

cpdef Py_ssize_t number_keys(
    const unsigned long long[::1] keys, int[::1] table, int[::1] numbers, long long[::1] firsts
) noexcept nogil
cpdef void describe(
    const unsigned int[::1] text, const int[::1] starts, const int[::1] ends,
    const unsigned char[::1] kinds, unsigned long long[::1] words,
    unsigned long long[:, ::1] affixes
) noexcept nogil
cpdef void place(
    const unsigned int[::1] text, const int[::1] starts, const int[::1] ends,
    const unsigned char[::1] kinds, const unsigned long long[::1] words,
    const unsigned long long[::1] abbreviations, const unsigned long long[::1] joining,
    unsigned char[::1] positions
) noexcept nogil
cpdef Py_ssize_t count_lines(const unsigned int[::1] text) noexcept nogil
cpdef void bound_lines(
    const unsigned int[::1] text, const int[::1] starts, int[:, ::1] lines
) noexcept nogil
