# Types of what spelt_kernel.py keeps and calls, and of what other kernels call.
cdef bint is_alone(
    const unsigned int[::1] text, const int[::1] starts, Py_ssize_t at
) noexcept nogil
cpdef bint is_masked(
    const unsigned int[::1] text, const unsigned char[::1] classes, Py_ssize_t start, Py_ssize_t at,
    Py_ssize_t first
) noexcept nogil
cpdef Py_ssize_t raise_spelt(
    const unsigned int[::1] text, const int[::1] starts, Py_ssize_t first, Py_ssize_t last,
    unsigned char[::1] classes
) noexcept nogil
