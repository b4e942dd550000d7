"""Benchmarks against other truecasers, and of speed; run from the root of the checkout."""
