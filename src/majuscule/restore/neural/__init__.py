"""The accurate restorer: a small neural tagger beside the linear one, behind the same interface."""
