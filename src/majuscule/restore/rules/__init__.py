"""What revises a model's decisions: document memory, headings, defined terms, quoted speech."""
