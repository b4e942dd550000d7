"""Floor 7: experiments: cells and workers, comparisons, curves, reports."""
