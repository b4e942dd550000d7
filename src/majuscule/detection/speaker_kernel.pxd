# Types of what speaker_kernel.py keeps and calls, and of what other kernels call.
cdef bint is_loud(
    const unsigned int[::1] text, Py_ssize_t start, Py_ssize_t end, int class_
) noexcept nogil
cpdef Py_ssize_t speaker_end(
    const unsigned int[::1] text, const int[::1] starts, const int[::1] ends,
    const unsigned char[::1] kinds, const unsigned char[::1] classes,
    const unsigned char[::1] positions, Py_ssize_t i
) noexcept nogil
cpdef bint is_answer(
    const unsigned int[::1] text, const int[::1] starts, const int[::1] ends,
    const unsigned char[::1] kinds, const unsigned char[::1] classes,
    const unsigned char[::1] positions, Py_ssize_t i
) noexcept nogil
cpdef bint is_dialogue(
    const unsigned int[::1] text, const int[::1] starts, const int[::1] ends,
    const unsigned char[::1] kinds, const unsigned char[::1] classes,
    const unsigned char[::1] positions, const unsigned long long[::1] words,
    unsigned long long[::1] names, Py_ssize_t first, Py_ssize_t end
) noexcept nogil
