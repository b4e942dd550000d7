"""Tables: cells of chosen columns, and words with their tags."""
