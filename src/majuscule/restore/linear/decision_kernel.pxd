# Types of what decision_kernel.py keeps and calls, and of what other kernels call.
from majuscule.tagging.scoring.scoring_kernel cimport Scorer
cdef void restrict_to_known_forms(
    int[:, ::1] emissions, Py_ssize_t i, unsigned long long bucket
) noexcept nogil

cpdef void read_tags(
    const unsigned char[::1] tags, const int[:, ::1] lost, double scale,
    unsigned char[::1] classes, float[:, ::1] scores
) noexcept nogil
cpdef void write_forms(
    const unsigned int[::1] text, const int[::1] starts, const int[::1] ends,
    const unsigned char[::1] kinds, const unsigned long long[::1] words,
    const float[:, ::1] scores, const unsigned long long[::1] known,
    const unsigned long long[::1] forms, unsigned char[::1] classes, unsigned long long[::1] masks,
    float[::1] margins, unsigned char[::1] reasons
) noexcept nogil

cdef class Decider:
    cdef Scorer scorer
    cdef const unsigned int[::1] table
    cdef const unsigned long long[::1] known, forms
    cdef double scale
    cdef const int[::1] more
    cdef Py_ssize_t width, reach, tags, padded
    cdef readonly Py_ssize_t tokens
    cdef unsigned long long[:, ::1] columns
    cdef unsigned long long[::1] keys, one_row
    cdef long long[::1] places
    cdef unsigned char[::1] open_, best
    cdef int[:, ::1] emissions, flat, reached, lost
    cdef int[:, :, ::1] transitions
    cdef unsigned char[:, ::1] back
    cdef readonly tuple chain
    cpdef make_room(self, Py_ssize_t tokens, Py_ssize_t lines)
    cdef void work(
        self, const unsigned int[::1] text, const int[::1] starts, const int[::1] ends,
        const unsigned long long[::1] words, const unsigned char[::1] positions,
        const unsigned long long[:, :] affixes, const unsigned char[::1] kinds,
        const int[:, ::1] lines, const int[:, ::1] bounds, unsigned char[::1] classes,
        unsigned long long[::1] masks, float[::1] margins, unsigned char[::1] reasons,
        float[:, ::1] scores
    ) noexcept nogil
