# Types of what memory_kernel.py keeps.
cdef class Memory:
    cdef readonly Py_ssize_t tokens
    cdef int[::1] cells, numbers, sizes
    cdef long long[::1] firsts
    cdef double[:, ::1] sums
