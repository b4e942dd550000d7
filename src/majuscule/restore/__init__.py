"""Floor 4: the restorers, and what they share: lexicon, detection, document memory."""
