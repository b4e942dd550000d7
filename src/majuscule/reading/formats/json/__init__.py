"""JSON: strings found by paths, changed where they stand."""
