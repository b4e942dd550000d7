# Types of what place_kernel.py calls, and of what other kernels call.
cdef bint is_dash(unsigned int code) noexcept nogil
cdef bint is_closed(const unsigned int[::1] text, Py_ssize_t at) noexcept nogil
cdef bint is_shortened(const unsigned int[::1] text, Py_ssize_t at) noexcept nogil
cdef Py_ssize_t raise_report(
    const unsigned int[::1] text, const int[::1] starts, const float[::1] shares, Py_ssize_t first,
    Py_ssize_t last, unsigned char[::1] classes
) noexcept nogil
cpdef Py_ssize_t raise_places(
    const unsigned int[::1] text, const int[::1] starts, const unsigned long long[::1] words,
    const unsigned long long[::1] states, const unsigned long long[::1] doubtful,
    const float[::1] shares, Py_ssize_t first, Py_ssize_t last, unsigned char[::1] classes
) noexcept nogil
