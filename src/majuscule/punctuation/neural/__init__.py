"""The method: a network over words, how it learns, and what corrections add to it."""
