# Types of what names_kernel.py keeps and calls, and of what other kernels call.
cdef unsigned long long mix_word(unsigned long long running, unsigned long long word) noexcept nogil
