"""Floor 3: the neural sequence tagger that every wing shares; it knows inputs and labels only by
number."""
