"""The systems under test, behind one interface; a child process loads them by name.

Modules of this folder run in the peers' virtual environment: they import only the standard library
and, inside functions, their own system.
"""
