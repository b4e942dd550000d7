"""Training: feature selection, structured updates, likelihood, layers on top of a model."""
