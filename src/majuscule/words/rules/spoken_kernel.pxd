# Types of what spoken_kernel.py keeps and calls, and of what other kernels call.
cpdef bint answers(const unsigned int[::1] text, Py_ssize_t start) noexcept nogil
cpdef bint is_clipped(const unsigned int[::1] text, Py_ssize_t start) noexcept nogil
cpdef bint is_drawn(const unsigned int[::1] text, Py_ssize_t at) noexcept nogil
cpdef bint is_exclaimed(const unsigned int[::1] text, Py_ssize_t start) noexcept nogil
cdef bint drops_g(const unsigned int[::1] text, Py_ssize_t start) noexcept nogil
cpdef bint is_spoken(
    const unsigned int[::1] text, const int[::1] starts, const unsigned long long[::1] words,
    const unsigned char[::1] classes, const float[::1] shares,
    const unsigned long long[::1] spoken, const unsigned long long[::1] joining, Py_ssize_t at,
    Py_ssize_t first, Py_ssize_t last
) noexcept nogil
