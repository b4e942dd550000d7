"""What is decided when a model has spoken: doubtful capitals of short lines, headings."""
