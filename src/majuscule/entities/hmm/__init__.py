"""The HMM with back-off word classes of KRDL (1998)."""
