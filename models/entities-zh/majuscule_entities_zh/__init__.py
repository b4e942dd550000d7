"""Names in Chinese text for majuscule: the model file beside this module."""
