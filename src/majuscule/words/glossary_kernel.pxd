# Types of what glossary_kernel.py keeps.
cdef class Forms:
    cdef const int[::1] slots, groups, bounds, starts, ends
    cdef const unsigned long long[::1] keys
    cdef const unsigned int[::1] text
