# What kernels cannot say in Python: fetch a cache line that is needed soon. Interpreted, they do
# without; so does a compiler that has no word for it.
cdef extern from * nogil:
    """
    #if defined(__GNUC__)
    #define majuscule_prefetch(address) __builtin_prefetch(address)
    #else
    #define majuscule_prefetch(address) ((void) (address))
    #endif
    """
    void prefetch "majuscule_prefetch" (const void *address)
