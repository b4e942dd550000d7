# Types of what sentence_kernel.py keeps and calls.
cdef bint is_sie(const unsigned int[::1] text, const int[::1] starts, Py_ssize_t at) noexcept nogil
cdef bint follows_verb(
    const unsigned int[::1] text, const int[::1] starts, Py_ssize_t at
) noexcept nogil
cdef bint is_imperative(
    const unsigned int[::1] text, const int[::1] starts, const unsigned char[::1] positions,
    Py_ssize_t at
) noexcept nogil
cdef bint is_object(
    const unsigned int[::1] text, const int[::1] starts, Py_ssize_t at
) noexcept nogil
cdef bint is_gendered(
    const unsigned int[::1] text, const int[::1] starts, Py_ssize_t at
) noexcept nogil
cdef bint is_shared_end(
    const unsigned int[::1] text, const int[::1] starts, Py_ssize_t at, Py_ssize_t first
) noexcept nogil
cdef bint is_first_half(
    const unsigned int[::1] text, const int[::1] starts, Py_ssize_t at
) noexcept nogil
cdef Py_ssize_t skip_sound(
    const unsigned int[::1] text, const int[::1] starts, Py_ssize_t first, Py_ssize_t last
) noexcept nogil

cdef class Starter:
    cdef const unsigned long long[::1] packaged, polite, inverted
    cdef Py_ssize_t work(
        self, const unsigned int[::1] text, const int[::1] starts, const int[:, ::1] lines,
        const unsigned char[::1] positions, const unsigned long long[::1] words,
        const float[::1] shares, unsigned char[::1] classes
    ) noexcept nogil
    cdef Py_ssize_t raise_sentences(
        self, const unsigned int[::1] text, const int[::1] starts,
        const unsigned char[::1] positions, const unsigned long long[::1] words,
        const float[::1] shares, Py_ssize_t first, Py_ssize_t last, unsigned char[::1] classes
    ) noexcept nogil
    cdef Py_ssize_t raise_polite(
        self, const unsigned int[::1] text, const int[::1] starts,
        const unsigned char[::1] positions, const unsigned long long[::1] words,
        Py_ssize_t first, Py_ssize_t last, unsigned char[::1] classes
    ) noexcept nogil
    cdef Py_ssize_t settle_parts(
        self, const unsigned int[::1] text, const int[::1] starts,
        const unsigned char[::1] positions, Py_ssize_t first, Py_ssize_t last,
        unsigned char[::1] classes
    ) noexcept nogil
    cdef bint is_inverted(
        self, const unsigned int[::1] text, const int[::1] starts,
        const unsigned long long[::1] words, Py_ssize_t at, Py_ssize_t last
    ) noexcept nogil
