"""What is not written in sentences and stays as it is: addresses, paths, code."""
