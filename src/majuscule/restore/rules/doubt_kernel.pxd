# Types of what doubt_kernel.py keeps.
cdef class Doubter:
    cdef const float[::1] limits
    cdef const float[:, ::1] floors
    cdef Py_ssize_t longest
    cdef const unsigned long long[::1] letters, beside
