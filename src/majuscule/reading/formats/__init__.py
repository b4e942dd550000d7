"""The formats, by what they hold: a folder each, of which `reading/table.py` names the readers."""
