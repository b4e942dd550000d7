# Types of what protection_kernel.py does for other kernels: they call it without the interpreter.
cpdef Py_ssize_t find_candidates(
    const unsigned int[::1] text, const unsigned char[::1] kinds,
    const unsigned char[::1] triggers, int[::1] found
) noexcept nogil
