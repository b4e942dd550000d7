# Types of what pass_kernel.py keeps and calls, and of what other kernels call.
from majuscule.detection.detection_kernel cimport Judge
from majuscule.restore.linear.decision_kernel cimport Decider
from majuscule.restore.rules.memory_kernel cimport Memory
from majuscule.words.rules.doubt_kernel cimport Doubter
from majuscule.words.rules.opening_kernel cimport Opener
from majuscule.words.rules.sentence_kernel cimport Starter
from majuscule.text.characters.case_kernel cimport Caser
from majuscule.text.tokenizing.passage_kernel cimport Reader
from majuscule.words.glossaries.glossary_kernel cimport Forms

cdef class Pass:
    cdef Reader reader
    cdef Judge judge
    cdef Memory memory
    cdef Doubter doubter
    cdef Opener opener
    cdef Starter starter
    cdef Forms forms
    cdef Caser caser
    cdef const unsigned char[::1] form_classes, form_opens, does
    cdef const unsigned long long[::1] form_masks
    cdef const float[::1] by_bucket
    cdef const long long[::1] documents
    cdef Py_ssize_t longest, room, tokens
    cdef unsigned int[::1] folded
    cdef unsigned long long[::1] words, masks
    cdef unsigned long long[:, ::1] affixes
    cdef unsigned char[::1] positions, classes, reasons
    cdef float[::1] shares, margins
    cdef float[:, ::1] scores
    cdef int[::1] found
    cdef int work(
        self, Decider decider, const unsigned int[::1] codes, int[:, ::1] lines,
        unsigned int[::1] out, bint judged
    ) noexcept nogil
    cdef int judge_all(
        self, const unsigned int[::1] codes, const unsigned int[::1] folded, int[::1] starts,
        int[::1] ends, unsigned char[::1] kinds, unsigned long long[::1] words, int[:, ::1] lines
    ) noexcept nogil
