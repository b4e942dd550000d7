"""Language rules about marks: after questions, and inside spoken numbers and addresses."""
