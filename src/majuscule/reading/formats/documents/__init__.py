"""Documents: plain text, word processors' files, and translation catalogues."""
