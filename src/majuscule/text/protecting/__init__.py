"""Text that is not prose and never changes: placeholders, code, markup."""
