"""More accurate names in English text for majuscule: the model file beside this module."""
