# Types of what label_kernel.py has for other kernels.
cpdef bint is_bullet(
    const unsigned int[::1] text, const int[::1] starts, Py_ssize_t first, Py_ssize_t last
) noexcept nogil
cpdef Py_ssize_t find_colon(
    const unsigned int[::1] text, const int[::1] starts, Py_ssize_t first, Py_ssize_t last
) noexcept nogil
cpdef Py_ssize_t skip_remark(
    const unsigned int[::1] text, const int[::1] starts, Py_ssize_t at, Py_ssize_t last
) noexcept nogil
cpdef bint is_repeated(
    const int[:, ::1] lines, const unsigned long long[::1] words, Py_ssize_t line, Py_ssize_t colon
) noexcept nogil
cpdef bint is_among_sentences(
    const unsigned int[::1] text, const int[::1] starts, const int[:, ::1] lines,
    const unsigned char[::1] classes, Py_ssize_t line
) noexcept nogil
cpdef bint is_examined(
    const unsigned int[::1] text, const int[::1] starts, const int[:, ::1] lines, Py_ssize_t line
) noexcept nogil
cpdef Py_ssize_t find_dash(
    const unsigned int[::1] text, const int[::1] starts, const unsigned char[::1] classes,
    Py_ssize_t first, Py_ssize_t last
) noexcept nogil
