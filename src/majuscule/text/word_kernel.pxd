# Types of what word_kernel.py does for other kernels: they call it without the interpreter.
cpdef Py_ssize_t number_keys(
    const unsigned long long[::1] keys, int[::1] table, int[::1] numbers, long long[::1] firsts
) noexcept nogil
