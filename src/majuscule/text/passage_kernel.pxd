# Types of what passage_kernel.py keeps.
cdef class Reader:
    cdef const unsigned char[::1] kinds, triggers
    cdef const unsigned int[::1] folded
    cdef const unsigned long long[::1] endings, domains, elided, suffixes, abbreviations
    cdef int[::1] found, starts, ends
    cdef unsigned char[::1] token_kinds
    cdef Py_ssize_t room, tokens
    cdef readonly Py_ssize_t lines
