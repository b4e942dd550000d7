"""One file per command; a command is imported when it is run."""
