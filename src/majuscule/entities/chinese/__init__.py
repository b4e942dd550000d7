"""Words and entities of Chinese text in one pass, after KRDL (1998)."""
