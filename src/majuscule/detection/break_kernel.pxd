# Types of what break_kernel.py keeps and calls, and of what other kernels call.
cdef bint is_hung(const int[:, ::1] lines, Py_ssize_t i, bint hung) noexcept nogil
cdef bint may_go_on(
    const int[:, ::1] lines, Py_ssize_t i, bint named, Py_ssize_t first
) noexcept nogil
cdef double log_mean(double a, double b, double share) noexcept nogil
cdef double width_score(
    const int[:, ::1] lines, const double[::1] slacks, const double[::1] unfit, int width,
    Py_ssize_t i
) noexcept nogil
cdef double block_score(
    const int[:, ::1] lines, const int[::1] candidates, const double[::1] scores,
    const double[::1] slacks, const double[::1] unfit, int width, Py_ssize_t first, Py_ssize_t found
) noexcept nogil
