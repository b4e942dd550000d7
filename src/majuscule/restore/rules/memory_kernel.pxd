# Types of what memory_kernel.py keeps and calls, and of what other kernels call.
cdef bint is_evidence(int kind, int position, int class_) noexcept nogil
cdef bint is_bracketed(const unsigned int[::1] folded, Py_ssize_t start, Py_ssize_t end) noexcept nogil
cdef bint follows_in_line(
    const unsigned int[::1] folded, const int[::1] starts, const int[::1] ends, Py_ssize_t at
) noexcept nogil
cdef Py_ssize_t count_initials(
    const unsigned int[::1] folded, const int[::1] starts, const int[::1] ends, Py_ssize_t at
) noexcept nogil
cdef bint is_title(const unsigned int[::1] folded, Py_ssize_t start, Py_ssize_t end) noexcept nogil
cdef bint is_article(
    const unsigned int[::1] folded, Py_ssize_t start, Py_ssize_t end
) noexcept nogil
cdef Py_ssize_t last_of_name(
    const unsigned int[::1] folded, const int[::1] starts, const int[::1] ends,
    const unsigned char[::1] kinds, const unsigned char[::1] classes, Py_ssize_t title
) noexcept nogil

cdef class Memory:
    cdef double weight, limit, introduced
    cdef readonly Py_ssize_t tokens
    cdef Py_ssize_t found
    cdef int[::1] cells, numbers, sizes
    cdef long long[::1] firsts, changed
    cdef unsigned char[::1] best
    cdef unsigned long long[::1] forms, plurals
    cdef double[::1] capitals, names
    cdef double[:, ::1] sums
    cpdef make_room(self, Py_ssize_t tokens)
    cdef Py_ssize_t work(
        self, const unsigned int[::1] folded, const int[::1] starts, const int[::1] ends,
        const unsigned long long[::1] words, const unsigned char[::1] kinds,
        const unsigned char[::1] positions, const unsigned char[::1] classes,
        const float[:, ::1] scores
    ) noexcept nogil
    cdef void gather(
        self, const unsigned int[::1] folded, const int[::1] starts, const int[::1] ends,
        const unsigned char[::1] kinds, const unsigned char[::1] positions,
        const unsigned char[::1] classes, const float[:, ::1] scores
    ) noexcept nogil
    cdef Py_ssize_t reconsider(
        self, const unsigned char[::1] kinds, const unsigned char[::1] positions,
        const unsigned char[::1] classes, const float[:, ::1] scores
    ) noexcept nogil
    cdef void write(
        self, unsigned char[::1] classes, unsigned long long[::1] masks, unsigned char[::1] reasons
    ) noexcept nogil
