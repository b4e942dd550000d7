# Types of what posterior_kernel.py keeps and calls, and of what other kernels call.
cdef double stay_of(
    const int[:, ::1] units, const unsigned char[:, ::1] marks, Py_ssize_t u, double stay,
    double stay_in_line
) noexcept nogil
cpdef void smooth(
    Py_ssize_t total, const int[:, ::1] units, const unsigned char[:, ::1] marks, double stay,
    double stay_in_line, const double[::1] prior, double[::1] backward, double[:, :, ::1] scores
) noexcept nogil
