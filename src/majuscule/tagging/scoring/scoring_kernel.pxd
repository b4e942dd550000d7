# Types of what scoring_kernel.py keeps and calls, and of what other kernels call.
cdef unsigned long long code_in(
    unsigned long long low, unsigned long long middle, unsigned long long high,
    unsigned long long mark
) noexcept nogil
cdef void hash_template(
    const unsigned long long[::1] columns, Py_ssize_t width, const int[:, ::1] templates,
    Py_ssize_t t,
    const unsigned int[:, ::1] buckets, unsigned long long first, unsigned long long size,
    const long long[::1] chosen, unsigned int[:, ::1] hashes, Py_ssize_t row
) noexcept nogil
cdef void find_codes(
    const unsigned int[:, ::1] buckets, unsigned long long first, unsigned long long size,
    const short[:, ::1] codebook, const unsigned int[:, ::1] hashes, Py_ssize_t row,
    unsigned short[:, ::1] codes, Py_ssize_t q, Py_ssize_t at, Py_ssize_t end
) noexcept nogil
cdef Py_ssize_t cell_of(unsigned long long key, Py_ssize_t cells) noexcept nogil
cdef Py_ssize_t find_rows(
    const unsigned long long[::1] keys, const long long[::1] firsts, unsigned long long call,
    unsigned long long[:, ::1] held, int[:, :, ::1] kept, int[::1] rows, int[::1] missing
) noexcept nogil

cdef class Scorer:
    cdef const int[:, ::1] templates, links
    cdef const int[::1] numbers, planes, offsets
    cdef readonly const int[::1] bias
    cdef const long long[:, ::1] regions
    cdef const unsigned int[:, ::1] buckets
    cdef const short[:, ::1] codebook
    cdef const int[:, :, ::1] tables
    cdef Py_ssize_t one, second, first, padded, tokens, behind, remembered
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
        self, const unsigned long long[::1] columns, Py_ssize_t width,
        const unsigned long long[::1] keys, const long long[::1] places,
        const unsigned char[::1] open_, int[:, ::1] emissions, int[:, ::1] transitions
    ) noexcept nogil
    cdef Py_ssize_t number(self, const unsigned long long[::1] keys, int[::1] kinds) noexcept nogil
    cdef void add(
        self, const unsigned long long[::1] columns, Py_ssize_t width, Py_ssize_t start,
        Py_ssize_t stop, Py_ssize_t total, int[:, :, ::1] sums
    ) noexcept nogil
    cdef void lay_out(
        self, const unsigned long long[::1] columns, Py_ssize_t width,
        const long long[::1] places, const unsigned char[::1] open_, int[:, ::1] emissions,
        int[:, ::1] transitions
    ) noexcept nogil
