# Types of what line_kernel.py keeps and calls, and of what other kernels call.
cdef bint is_space(unsigned int code) noexcept nogil
cdef bint is_letter(unsigned int code) noexcept nogil
cdef bint is_mark(unsigned int code) noexcept nogil
cdef Py_ssize_t label_end(
    const unsigned int[::1] codes, Py_ssize_t begin, Py_ssize_t end
) noexcept nogil
cdef Py_ssize_t name_end(
    const unsigned int[::1] codes, Py_ssize_t begin, Py_ssize_t at, Py_ssize_t end
) noexcept nogil
cdef bint is_justified(const unsigned int[::1] codes, Py_ssize_t at) noexcept nogil
