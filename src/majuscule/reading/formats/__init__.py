"""The formats, a folder for each family; `reading/table.py` lists their readers."""
