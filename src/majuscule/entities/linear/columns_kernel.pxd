# Types of what columns_kernel.py keeps and calls, and of what other kernels call.
cdef int written_code(int mode, int class_, int position) noexcept nogil

cpdef void line_modes(
    const unsigned int[::1] codes, const unsigned int[::1] lower, const unsigned int[::1] upper,
    const int[::1] starts, const int[::1] ends, const unsigned char[::1] classes,
    const int[:, ::1] lines, long long[::1] modes
) noexcept nogil
