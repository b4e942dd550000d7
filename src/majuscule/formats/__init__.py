"""Floor 3: text inside files of many formats, found where it stands and changed there."""
