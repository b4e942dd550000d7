# Types of what trellis_kernel.py keeps and calls, and of what other kernels call.
cdef unsigned long long spread(unsigned long long value) noexcept nogil
cdef Py_ssize_t find(
    const unsigned long long[::1] histories, const long long[::1] index, int shift,
    unsigned long long key
) noexcept nogil
cdef int level_of(unsigned int total, int levels) noexcept nogil
cdef void step_back(
    Py_ssize_t i, const int[::1] sizes, const unsigned char[::1] first,
    const long long[::1] offsets, const double[::1] parts, bint best, double[:, ::1] backward
) noexcept nogil
