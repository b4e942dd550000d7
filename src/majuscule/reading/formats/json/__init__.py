"""JSON: strings found by paths, and rewritten in place."""
