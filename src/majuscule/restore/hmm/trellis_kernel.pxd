# Types of what trellis_kernel.py keeps and calls, and of what other kernels call.
cdef double weight(double total, double types) noexcept nogil
cdef double share(double count, double total) noexcept nogil
cdef bint may(int allowed, Py_ssize_t tag) noexcept nogil
cdef double joined(double one, double other, bint best) noexcept nogil
