"""The trigram model of Lita et al. (2003)."""
