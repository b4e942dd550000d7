"""The context classifier of Niu et al. (2004, section 3.3), beside any restorer."""
