"""How weights are found: counts, averaged updates, likelihood, a layer on top."""
