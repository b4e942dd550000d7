"""The systems under test, each behind the same two calls; loaded in a child process by name.

Modules of this folder run inside the peers' virtual environment: they import the standard library
and their own system, nothing else, and that inside the functions that need it.
"""
