# Types of what machine_kernel.py calls, and of what other kernels call.
cdef bint is_name_character(unsigned int code) noexcept nogil
cdef bint is_typed_name(
    const unsigned int[::1] text, Py_ssize_t start, Py_ssize_t end, Py_ssize_t at
) noexcept nogil
cdef bint is_setting(const unsigned int[::1] text, Py_ssize_t at) noexcept nogil

cpdef bint is_machine_name(
    const unsigned int[::1] text, const int[::1] starts, const unsigned long long[::1] words,
    const float[::1] shares, const unsigned long long[::1] packaged, Py_ssize_t first,
    Py_ssize_t at, bint begins
) noexcept nogil
