# Types of what fixed_kernel.py keeps and calls, and of what other kernels call.
cdef bint is_version(
    const unsigned int[::1] text, const unsigned char[::1] kinds, Py_ssize_t start, Py_ssize_t end
) noexcept nogil
cdef bint is_doi(const unsigned int[::1] text, Py_ssize_t start, Py_ssize_t end) noexcept nogil
cdef bint is_forum(
    const unsigned int[::1] text, const unsigned char[::1] kinds, Py_ssize_t start, Py_ssize_t end
) noexcept nogil

cpdef bint is_fixed(
    const unsigned int[::1] text, const unsigned char[::1] kinds,
    const unsigned long long[::1] endings, const unsigned long long[::1] domains,
    Py_ssize_t start, Py_ssize_t end
) noexcept nogil
