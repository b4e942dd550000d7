"""Subtitles: cues with times, joined as their sentences run."""
