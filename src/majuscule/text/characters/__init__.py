"""Code points: their kinds, case and accents, and alphabets with other case pairs."""
