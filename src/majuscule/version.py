"""The version alone, so that nothing below imports the package's face."""

__version__ = "0.1.0"
