# Types of what chain_kernel.py keeps and calls, and of what other kernels call.
cdef double power(const double[::1] powers, double scale, int score) noexcept nogil
cpdef void viterbi(
    const int[:, ::1] emissions, const int[:, :, ::1] transitions, const int[:, ::1] bounds,
    int[:, ::1] scores, unsigned char[:, ::1] back, unsigned char[::1] best
) noexcept nogil
cpdef void max_marginals(
    const int[:, :, ::1] transitions, const int[:, ::1] bounds, int[:, ::1] scores,
    const unsigned char[:, ::1] back, const unsigned char[::1] best, int[:, ::1] lost
) noexcept nogil
