"""What the words beside a word say: pairs, triples, classes of words."""
