"""Lists of names, titles and words: what gazetteers tell of a word."""
