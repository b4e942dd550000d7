"""``python -m majuscule``: the command line where the script is not on the path."""

from __future__ import annotations

from majuscule.cli import main

if __name__ == "__main__":
    main()
