# Functions of the innermost loops of several kernels, inlined into each; interpreted kernels use
# the functions of the same names in inlined.py.
cdef inline unsigned long long step(unsigned long long h, unsigned long long code) noexcept nogil:
    h = ((h ^ code) * 0x1B873593CC9E2D51ULL) & 0x7FFFFFFFFFFFFFFFULL
    return h ^ (h >> 29)

cdef inline unsigned long long mix(unsigned long long h, unsigned long long value) noexcept nogil:
    h = ((h ^ value) * 0x2B873593CC9E2D51ULL) & 0x7FFFFFFFFFFFFFFFULL
    return h ^ (h >> 31)

ctypedef fused number:
    unsigned int
    unsigned long long

cdef inline Py_ssize_t lower_bound(
    const number[::1] table, number key, Py_ssize_t low, Py_ssize_t high
) noexcept nogil:
    cdef Py_ssize_t middle
    while low < high:
        middle = (low + high) >> 1
        if table[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low

# Tables mostly hold hashes, 63 bits spread evenly, so a key is near its share of the table.
cdef inline bint contains(
    const unsigned long long[::1] table, unsigned long long key
) noexcept nogil:
    cdef Py_ssize_t size = table.shape[0]
    cdef Py_ssize_t at = (<unsigned int> (key >> 31) * size) >> 32
    while at < size and table[at] < key:
        at += 1
    while at > 0 and table[at - 1] >= key:
        at -= 1
    return at < size and table[at] == key

cdef inline Py_ssize_t home_of(unsigned long long homes, unsigned long long key) noexcept nogil:
    return (key * homes) >> 32

# The halving steps have no branch that the processor could mispredict.
cdef inline Py_ssize_t row_of(
    const unsigned int[:, ::1] cells, unsigned long long homes, unsigned int key
) noexcept nogil:
    cdef Py_ssize_t home = home_of(homes, key)
    while cells[home, 14] < key:
        home += 1
    cdef Py_ssize_t at = 8 * (cells[home, 7] < key)
    at += 4 * (cells[home, at + 3] < key)
    at += 2 * (cells[home, at + 1] < key)
    at += cells[home, at] < key
    cdef bint known = (cells[home, at] == key) & (key != 0xFFFFFFFFU)
    return (cells[home, 15] + at + 1) * known - 1

cdef inline unsigned long long hash_span(
    const unsigned int[::1] text, Py_ssize_t start, Py_ssize_t end
) noexcept nogil:
    cdef unsigned long long h = 0x2545F4914F6CDD1DULL
    cdef Py_ssize_t i
    for i in range(start, end):
        h = step(h, text[i])
    return h

cdef inline int kind_of(const unsigned char[::1] kinds, unsigned int code) noexcept nogil:
    return kinds[code] if code < 0x110000 else 0

cdef inline bint is_wordy(int kind) noexcept nogil:
    return kind >= 2

cdef inline bint is_digit(unsigned int code) noexcept nogil:
    return 0x30 <= code <= 0x39

cdef inline bint is_small(unsigned int code) noexcept nogil:
    return 0x61 <= code and code <= 0x7A

cdef inline bint is_letter(unsigned int code) noexcept nogil:
    return is_small(code) or (0xC0 <= code and code < 0x2000)

cdef inline bint is_quote(unsigned int code) noexcept nogil:
    return code == 0x22 or code == 0x27 or (0x2018 <= code and code <= 0x201E)

cdef inline bint is_apostrophe(unsigned int code) noexcept nogil:
    return code == 0x27 or code == 0x2019 or code == 0x60 or code == 0xB4

cdef inline unsigned int plain_letter(unsigned int code) noexcept nogil:
    return 0x27 if code == 0x2019 or code == 0x2BC else code

# Fetches a cache line that is needed soon. Interpreted kernels, and compilers without the builtin,
# do without.
cdef extern from * nogil:
    """
    #if defined(__GNUC__)
    #define majuscule_prefetch(address) __builtin_prefetch(address)
    #else
    #define majuscule_prefetch(address) ((void) (address))
    #endif
    """
    void prefetch "majuscule_prefetch" (const void *address)
