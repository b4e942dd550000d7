"""Floor 5: what is known of words before their context: tables, forms, the lexicon, rules."""
