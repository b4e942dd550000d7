"""Question answering over a corpus without case (Niu et al. 2004, 3.4.4, Tables 6 and 7)."""
