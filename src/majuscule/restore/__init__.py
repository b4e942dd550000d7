"""Floor 6: the truecaser, its restorers in a folder each, and document memory."""
