# Types of what scoring_kernel.py does for other kernels: they call it without the interpreter.
cdef class Scorer:
    cdef const int[:, ::1] templates, links
    cdef const int[::1] numbers, planes, offsets
    cdef readonly const int[::1] bias
    cdef const long long[:, ::1] regions
    cdef const unsigned int[:, ::1] buckets
    cdef const short[:, ::1] codebook
    cdef const int[:, :, ::1] tables
    cdef Py_ssize_t one, second, first, padded, tokens, behind
    cdef unsigned long long calls
    cdef unsigned long long[:, ::1] held, held_pairs
    cdef unsigned long long[::1] keys
    cdef int[:, :, ::1] kept, kept_pairs, own
    cdef unsigned int[:, ::1] hashes
    cdef unsigned short[:, ::1] codes
    cdef int[::1] cells, kinds, pair_kinds, rows, missing, into
    cdef long long[::1] firsts, chosen
    cdef unsigned char[::1] open_at
    cpdef make_room(self, Py_ssize_t padded, Py_ssize_t tokens)
    cdef void work(
        self, const unsigned long long[:, ::1] columns, const unsigned long long[::1] keys,
        const long long[::1] places, const unsigned char[::1] open_, int[:, ::1] emissions,
        int[:, ::1] transitions
    ) noexcept nogil
    cdef Py_ssize_t number(self, const unsigned long long[::1] keys, int[::1] kinds) noexcept nogil
    cdef void add(
        self, const unsigned long long[:, ::1] columns, Py_ssize_t start, Py_ssize_t stop,
        Py_ssize_t total, int[:, :, ::1] sums
    ) noexcept nogil
    cdef void lay_out(
        self, const unsigned long long[:, ::1] columns, const long long[::1] places,
        const unsigned char[::1] open_, int[:, ::1] emissions, int[:, ::1] transitions
    ) noexcept nogil
