# Types of what token_kernel.py does for other kernels: they call it without the interpreter.
cpdef Py_ssize_t scan(
    const unsigned int[::1] text, const unsigned char[::1] kinds,
    const unsigned long long[::1] endings, const unsigned long long[::1] domains,
    const unsigned long long[::1] elided, const unsigned long long[::1] suffixes, int[::1] starts,
    int[::1] ends, unsigned char[::1] token_kinds
) noexcept nogil
