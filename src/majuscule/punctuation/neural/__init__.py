"""The neural method: the network of marks, its training, and its adapter to corrections."""
