# Types of what protection_kernel.py keeps and calls, and of what other kernels call.
cdef bint is_coded(unsigned int code) noexcept nogil
cdef bint is_wordy(const unsigned char[::1] kinds, unsigned int code) noexcept nogil
cdef bint is_blank_before(const unsigned int[::1] text, Py_ssize_t start) noexcept nogil
cdef bint line_may_begin(const unsigned int[::1] text, Py_ssize_t start) noexcept nogil
cdef bint is_mixed(const unsigned int[::1] text, Py_ssize_t start, Py_ssize_t end) noexcept nogil
cdef bint is_hexadecimal(unsigned int code) noexcept nogil
cdef bint is_colour(const unsigned int[::1] text, Py_ssize_t start, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t run_end(
    const unsigned int[::1] text, const unsigned char[::1] kinds, Py_ssize_t start, bint hyphens
) noexcept nogil

cpdef Py_ssize_t find_candidates(
    const unsigned int[::1] text, const unsigned char[::1] kinds,
    const unsigned char[::1] triggers, int[::1] found
) noexcept nogil
