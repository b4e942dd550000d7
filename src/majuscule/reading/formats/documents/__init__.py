"""Documents: plain text, those of word processors, and catalogues of translations."""
