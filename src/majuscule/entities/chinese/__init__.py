"""Word segmentation and entity recognition of Chinese text in one pass, after KRDL (1998)."""
