"""Training: feature selection, the perceptron, likelihood, layers on top of a model."""
