"""The bigram HMM of Niu et al. (2004)."""
