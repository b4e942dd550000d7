"""Changes to a text: edits that can be reversed, figures, and what differs afterwards."""
