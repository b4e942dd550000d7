"""Subtitles: timed cues, whose text is joined into sentences."""
