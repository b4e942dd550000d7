"""More accurate English case for majuscule: the model files beside this module."""
