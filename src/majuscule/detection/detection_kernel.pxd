# Types of what detection_kernel.py keeps and calls, and of what other kernels call.
cdef int form_of(int class_, Py_ssize_t length, unsigned int last) noexcept nogil
cdef Py_ssize_t closing_quote(
    const unsigned int[::1] text, const int[::1] starts, const int[::1] ends,
    const unsigned char[::1] kinds, Py_ssize_t opening, Py_ssize_t end
) noexcept nogil
cdef bint is_one_of(unsigned int code, const unsigned int[::1] codes) noexcept nogil
cdef bint opens_quote(unsigned int code, Py_ssize_t length) noexcept nogil
cdef bint is_part(const unsigned int[::1] text, Py_ssize_t start, Py_ssize_t end) noexcept nogil
cdef bint is_letter_of_item(
    const unsigned int[::1] text, Py_ssize_t start, Py_ssize_t end
) noexcept nogil

cdef class Judge:
    cdef const unsigned long long[::1] functions, prosaic, common
    cdef unsigned long long i_word, not_word
    cdef const double[::1] levels, prior, least
    cdef const double[:, :, :, ::1] table
    cdef int name
    cdef const unsigned int[::1] commas, closers, lower, upper
    cdef double stay, stay_in_line
    cdef unsigned long long[::1] names
    cdef double[::1] backward
    cdef long long[::1] votes
    cdef readonly Py_ssize_t tokens
    cdef Py_ssize_t lines
    cdef unsigned char[::1] classes, verdicts
    cdef int[:, ::1] units, parts
    cdef unsigned char[:, ::1] marks
    cdef double[:, :, ::1] scores
    cdef float[::1] confidences
    cpdef make_room(self, Py_ssize_t tokens, Py_ssize_t lines)
    cdef Py_ssize_t work(
        self, const unsigned int[::1] codes, const unsigned int[::1] text, const int[::1] starts,
        const int[::1] ends, const unsigned char[::1] kinds, const unsigned char[::1] positions,
        const unsigned long long[::1] words, const float[::1] shares, const int[:, ::1] lines,
        const long long[::1] documents
    ) noexcept nogil
    cdef Py_ssize_t cut_units(
        self, const unsigned int[::1] text, const int[::1] starts, const int[::1] ends,
        const unsigned char[::1] positions, const int[:, ::1] lines, const long long[::1] documents
    ) noexcept nogil
    cdef void score(
        self, const unsigned int[::1] text, const int[::1] starts, const int[::1] ends,
        const unsigned char[::1] kinds, const unsigned char[::1] positions,
        const unsigned long long[::1] words, const float[::1] shares, Py_ssize_t total
    ) noexcept nogil
    cdef void spare(self, Py_ssize_t begin, Py_ssize_t end) noexcept nogil
    cdef double spared(self, Py_ssize_t u, Py_ssize_t s) noexcept nogil
    cdef bint seems_cased(self, Py_ssize_t u, bint spared) noexcept nogil
    cdef int evidence_of(
        self, const unsigned long long[::1] words, const float[::1] shares, Py_ssize_t i,
        Py_ssize_t end, Py_ssize_t length
    ) noexcept nogil
    cdef Py_ssize_t gather(self, Py_ssize_t total, Py_ssize_t tokens, Py_ssize_t lines) noexcept nogil
