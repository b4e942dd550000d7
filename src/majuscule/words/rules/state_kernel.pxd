# Types of what state_kernel.py calls, and of what other kernels call.
cdef bint is_closed(const unsigned int[::1] text, Py_ssize_t at) noexcept nogil
cpdef Py_ssize_t raise_states(
    const unsigned int[::1] text, const int[::1] starts, const unsigned long long[::1] words,
    const unsigned long long[::1] states, const unsigned long long[::1] doubtful,
    const float[::1] shares, Py_ssize_t first, Py_ssize_t last, unsigned char[::1] classes
) noexcept nogil
