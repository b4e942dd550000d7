"""Floor 5: what is known of words regardless of context: tables, forms, the lexicon, rules."""
