"""The network beside the linear tagger, on the body of a network of case."""
