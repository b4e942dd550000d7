# Types of what opening_kernel.py keeps and calls, and of what other kernels call.
cdef bint is_retweet(
    const unsigned int[::1] text, const int[::1] starts, Py_ssize_t at
) noexcept nogil
cdef bint follows_exclamation(const unsigned int[::1] text, Py_ssize_t at) noexcept nogil
cdef bint is_arrow(unsigned int code) noexcept nogil
cdef bint is_comparison(
    const unsigned int[::1] text, const int[::1] starts, Py_ssize_t at, Py_ssize_t first,
    Py_ssize_t last
) noexcept nogil
cdef bint is_alone(const unsigned int[::1] text, Py_ssize_t at) noexcept nogil
cdef Py_ssize_t raise_word(
    const unsigned int[::1] text, const int[::1] starts, Py_ssize_t at, unsigned char[::1] classes
) noexcept nogil

cpdef bint has_final_mark(
    const unsigned int[::1] text, const int[::1] starts, Py_ssize_t first, Py_ssize_t last
) noexcept nogil

cdef class Opener:
    cdef const unsigned long long[::1] common, joining, openers, verbs, menus, parts
    cdef Py_ssize_t work(
        self, const unsigned int[::1] text, const int[::1] starts, const int[:, ::1] lines,
        const unsigned long long[::1] words, unsigned char[::1] classes
    ) noexcept nogil
    cdef Py_ssize_t raise_titled(
        self, const unsigned int[::1] text, const int[::1] starts,
        const unsigned long long[::1] words, Py_ssize_t at, Py_ssize_t last,
        unsigned char[::1] classes
    ) noexcept nogil
    cdef Py_ssize_t raise_turn(
        self, const unsigned int[::1] text, const int[::1] starts,
        const unsigned long long[::1] words, Py_ssize_t at, Py_ssize_t first, Py_ssize_t last,
        unsigned char[::1] classes
    ) noexcept nogil
    cdef Py_ssize_t find_tag(
        self, const unsigned int[::1] text, const int[::1] starts,
        const unsigned long long[::1] words, const unsigned char[::1] classes, Py_ssize_t first,
        Py_ssize_t last
    ) noexcept nogil
    cdef Py_ssize_t skip_part(
        self, const unsigned int[::1] text, const int[::1] starts,
        const unsigned long long[::1] words, Py_ssize_t at, Py_ssize_t last
    ) noexcept nogil
    cdef Py_ssize_t raise_menus(
        self, const unsigned int[::1] text, const int[::1] starts,
        const unsigned long long[::1] words, Py_ssize_t first, Py_ssize_t last,
        unsigned char[::1] classes
    ) noexcept nogil
    cdef Py_ssize_t raise_speech(
        self, const unsigned int[::1] text, const int[::1] starts, const int[:, ::1] lines,
        const unsigned long long[::1] words, Py_ssize_t line, unsigned char[::1] classes
    ) noexcept nogil
    cdef bint is_label(
        self, const unsigned int[::1] text, const int[::1] starts,
        const unsigned long long[::1] words, const unsigned char[::1] classes, Py_ssize_t first,
        Py_ssize_t colon
    ) noexcept nogil
