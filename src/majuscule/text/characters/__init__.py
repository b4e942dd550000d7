"""Code points: what each is, its other case, its accents, alphabets that pair letters otherwise."""
