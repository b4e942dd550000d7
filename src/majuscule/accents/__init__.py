"""Accents restored: which letter takes which mark, one code point for one."""
