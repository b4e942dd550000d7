# Types of what other kernels call.
cpdef bint has_accent(
    const unsigned int[::1] text, const int[::1] starts, const unsigned char[::1] classes,
    Py_ssize_t at, Py_ssize_t first, Py_ssize_t last
) noexcept nogil
cpdef bint is_electronic(const unsigned int[::1] text, Py_ssize_t at) noexcept nogil
cpdef bint is_second_half(
    const unsigned int[::1] text, const int[::1] starts, const unsigned char[::1] classes,
    const float[::1] shares, Py_ssize_t at, Py_ssize_t first
) noexcept nogil
cpdef bint is_times(const unsigned int[::1] text, Py_ssize_t at) noexcept nogil
