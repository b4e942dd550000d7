"""Benchmarks of quality and speed, alone and against peers; run from the root of the checkout."""
