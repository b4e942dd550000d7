"""Floor 6: restoring accents, one code point for one."""
