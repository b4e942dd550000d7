"""Case scores: case classes of words, words of two texts compared, scores and tables."""
