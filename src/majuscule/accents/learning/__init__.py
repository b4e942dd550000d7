"""Learning accents from text: examples, frequent words, biases, and the network of contexts."""
