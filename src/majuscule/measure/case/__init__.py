"""Case of words: classes, words of two texts side by side, scores and their tables."""
