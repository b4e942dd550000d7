# Types of what fixed_kernel.py does for other kernels: they call it without the interpreter.
cpdef bint is_fixed(
    const unsigned int[::1] text, const unsigned char[::1] kinds,
    const unsigned long long[::1] endings, const unsigned long long[::1] domains,
    Py_ssize_t start, Py_ssize_t end
) noexcept nogil
