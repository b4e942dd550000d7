# Types of what table_kernel.py keeps and calls, and of what other kernels call.
cpdef Py_ssize_t find_slot(const unsigned int[::1] table, unsigned long long word) noexcept nogil
cpdef unsigned long long class_code(
    unsigned long long class_, unsigned long long bucket
) noexcept nogil
cpdef unsigned long long capitals_code(unsigned long long bucket) noexcept nogil

cpdef void fill_columns(
    const unsigned long long[::1] words, const unsigned char[::1] positions,
    const unsigned long long[:, :] affixes, const int[:, ::1] lines, const unsigned int[::1] table,
    Py_ssize_t reach, unsigned long long[:, ::1] columns, unsigned long long[::1] keys,
    long long[::1] places
) noexcept nogil
cpdef void look_up_shares(
    const unsigned long long[::1] words, const unsigned int[::1] table, const float[::1] shares,
    float[::1] out
) noexcept nogil
cpdef unsigned long long pattern_mask(
    const unsigned int[::1] text, Py_ssize_t start, Py_ssize_t end
) noexcept nogil
