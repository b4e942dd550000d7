"""A neural network beside the linear entity tagger, initialised from a truecasing network."""
