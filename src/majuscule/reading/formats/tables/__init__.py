"""Tables: cells of selected columns, and tagged words."""
