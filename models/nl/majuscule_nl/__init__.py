"""Dutch for majuscule: the model files beside this module."""
