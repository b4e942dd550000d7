# Types of what case_kernel.py keeps and calls, and of what other kernels call.
cdef bint is_digraph(unsigned int code) noexcept nogil
cdef bint grows(unsigned int code) noexcept nogil
cdef bint is_capital(
    Py_ssize_t index, int class_, unsigned long long mask, Py_ssize_t first
) noexcept nogil
cdef bint ends_word(
    const unsigned int[::1] text, const unsigned char[::1] kinds, Py_ssize_t index
) noexcept nogil

cpdef void look_up(
    const unsigned int[::1] text, const unsigned int[::1] table, unsigned int[::1] out
) noexcept nogil
cpdef void apply(
    const unsigned int[::1] text, const unsigned char[::1] kinds, const unsigned int[::1] lower,
    const unsigned int[::1] upper, const int[::1] starts, const int[::1] ends,
    const unsigned char[::1] classes, const unsigned long long[::1] masks, unsigned int[::1] out
) noexcept nogil
cpdef void read_masks(
    const unsigned int[::1] text, const unsigned int[::1] lower, const int[::1] starts,
    const int[::1] ends, unsigned long long[::1] masks
) noexcept nogil
cpdef void classify(
    const unsigned int[::1] text, const unsigned int[::1] lower, const unsigned int[::1] upper,
    const int[::1] starts, const int[::1] ends, unsigned char[::1] classes
) noexcept nogil

cdef class Caser:
    cdef const unsigned char[::1] kinds
    cdef const unsigned int[::1] lower, upper
