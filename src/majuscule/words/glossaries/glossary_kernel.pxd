# Types of what glossary_kernel.py keeps and calls, and of what other kernels call.
cdef bint matches(unsigned int code, unsigned int form) noexcept nogil
cdef bint matches_at(
    const unsigned int[::1] text, const int[::1] starts, const int[::1] ends, Py_ssize_t at,
    const unsigned int[::1] form_text, const int[::1] form_starts, const int[::1] form_ends,
    Py_ssize_t first, Py_ssize_t last
) noexcept nogil
cdef bint follows_number(const unsigned int[::1] text, Py_ssize_t begin) noexcept nogil
cdef unsigned long long shape_of(
    const unsigned int[::1] text, Py_ssize_t begin, Py_ssize_t end
) noexcept nogil
cdef int group_of(
    const int[::1] slots, const unsigned long long[::1] keys, unsigned long long word
) noexcept nogil
cdef Py_ssize_t find_forms(
    const unsigned int[::1] text, const int[::1] starts, const int[::1] ends,
    const unsigned long long[::1] words, const int[::1] slots, const unsigned long long[::1] keys,
    const int[::1] groups, const int[::1] bounds, const unsigned int[::1] form_text,
    const int[::1] form_starts, const int[::1] form_ends, int[::1] found
) noexcept nogil

cdef class Forms:
    cdef const int[::1] slots, groups, bounds, starts, ends
    cdef const unsigned long long[::1] keys
    cdef const unsigned int[::1] text
    cdef Py_ssize_t work(
        self, const unsigned int[::1] text, const int[::1] starts, const int[::1] ends,
        const unsigned long long[::1] words, int[::1] found
    ) noexcept nogil
