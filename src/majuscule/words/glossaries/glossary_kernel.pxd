# Types of what glossary_kernel.py keeps, and does for other kernels.
cdef class Forms:
    cdef const int[::1] slots, groups, bounds, starts, ends
    cdef const unsigned long long[::1] keys
    cdef const unsigned int[::1] text
    cdef Py_ssize_t work(
        self, const unsigned int[::1] text, const int[::1] starts, const int[::1] ends,
        const unsigned long long[::1] words, int[::1] found
    ) noexcept nogil
