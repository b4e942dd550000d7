"""The accurate restorers: a small neural tagger, and its cascade with the linear one."""
