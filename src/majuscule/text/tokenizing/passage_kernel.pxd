# Types of what passage_kernel.py keeps and calls, and of what other kernels call.
cdef class Reader:
    cdef const unsigned char[::1] kinds, triggers
    cdef const unsigned int[::1] folded
    cdef const unsigned long long[::1] endings, domains, elided, suffixes, abbreviations, joining
    cdef int[::1] found, starts, ends
    cdef unsigned char[::1] token_kinds
    cdef Py_ssize_t room, tokens
    cdef readonly Py_ssize_t lines
    cpdef make_room(self, Py_ssize_t codes)
    cdef Py_ssize_t begin(self, const unsigned int[::1] codes, unsigned int[::1] folded) noexcept nogil
    cdef void find_tokens(self, const unsigned int[::1] folded) noexcept nogil
    cdef void see(
        self, const unsigned int[::1] codes, const unsigned int[::1] folded, const int[::1] starts,
        const int[::1] ends, const unsigned char[::1] kinds, unsigned long long[::1] words,
        unsigned long long[:, ::1] affixes, unsigned char[::1] positions, int[:, ::1] lines
    ) noexcept nogil
