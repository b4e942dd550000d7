# Types of what doubt_kernel.py keeps and calls, and of what other kernels call.
cdef bint has_letters(const unsigned int[::1] text, Py_ssize_t at) noexcept nogil
cdef bint is_long(const unsigned int[::1] text, Py_ssize_t at) noexcept nogil
cdef double total_odds(const float[:, ::1] scores, Py_ssize_t at) noexcept nogil

cdef class Doubter:
    cdef const float[::1] limits
    cdef const float[:, ::1] floors
    cdef Py_ssize_t longest
    cdef double exclaimed
    cdef bint accented, compounds
    cdef const unsigned long long[::1] typed, spoken, clipped, chatted, beside, greetings
    cdef const unsigned long long[::1] letters, titles, joining
    cdef const unsigned long long[::1] packaged, computing, speakers, sayings, streets
    cdef const unsigned long long[::1] states, doubtful, measures
    cdef Py_ssize_t work(
        self, const unsigned int[::1] text, const int[::1] starts, const int[:, ::1] lines,
        const unsigned char[::1] positions, const unsigned long long[::1] words,
        const float[:, ::1] scores, const float[::1] shares, unsigned char[::1] classes
    ) noexcept nogil
    cdef bint stands_for_word(
        self, const unsigned long long[::1] letters, const unsigned long long[::1] words,
        Py_ssize_t at, Py_ssize_t first, Py_ssize_t last
    ) noexcept nogil
    cdef bint is_speaker(
        self, const unsigned int[::1] text, const int[::1] starts,
        const unsigned long long[::1] words, Py_ssize_t at, Py_ssize_t first, Py_ssize_t last
    ) noexcept nogil
    cdef bint is_typed(
        self, const unsigned long long[::1] words, const unsigned char[::1] classes,
        Py_ssize_t first, Py_ssize_t at
    ) noexcept nogil
    cdef Py_ssize_t lower_counted(
        self, const unsigned int[::1] text, const int[::1] starts,
        const unsigned long long[::1] words, const float[:, ::1] scores, const float[::1] shares,
        Py_ssize_t first, Py_ssize_t last, unsigned char[::1] classes
    ) noexcept nogil
