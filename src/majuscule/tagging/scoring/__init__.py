"""The trained tagger: packed weights, scores, Viterbi."""
