# Types of what numbering_kernel.py has for other kernels.
cpdef bint is_item(const unsigned int[::1] text, const int[::1] starts, Py_ssize_t at) noexcept nogil
cpdef Py_ssize_t find_item(
    const unsigned int[::1] text, const int[::1] starts, Py_ssize_t first, Py_ssize_t last
) noexcept nogil
cpdef Py_ssize_t find_bracket(
    const unsigned int[::1] text, const int[::1] starts, Py_ssize_t first, Py_ssize_t last
) noexcept nogil
cpdef bint has_number(
    const unsigned int[::1] text, const int[::1] starts, const int[:, ::1] lines, Py_ssize_t line
) noexcept nogil
cpdef Py_ssize_t clause_of(
    const unsigned int[::1] text, const int[::1] starts, const int[:, ::1] lines, Py_ssize_t line
) noexcept nogil
cpdef bint is_clause(
    const unsigned int[::1] text, const int[::1] starts, const int[:, ::1] lines, Py_ssize_t line,
    Py_ssize_t other
) noexcept nogil
cpdef bint is_cited(const unsigned int[::1] text, const int[::1] starts, Py_ssize_t at) noexcept nogil
cdef bint is_figure(unsigned int code) noexcept nogil
cpdef bint is_listed(
    const unsigned int[::1] text, const int[::1] starts, Py_ssize_t at, Py_ssize_t first,
    Py_ssize_t last
) noexcept nogil
cpdef Py_ssize_t lower_measured(
    const unsigned int[::1] text, const int[::1] starts, const unsigned long long[::1] words,
    const unsigned long long[::1] measures, const unsigned long long[::1] joining,
    const float[::1] shares, Py_ssize_t first, Py_ssize_t last, unsigned char[::1] classes
) noexcept nogil
