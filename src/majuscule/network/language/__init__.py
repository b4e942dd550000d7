"""A pretrained language model as the teacher of a network: read, tuned on its labels, asked."""
