"""What sentences that ask, numbers and addresses say of the marks beside them, by language."""
