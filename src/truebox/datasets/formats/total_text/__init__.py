"""Total-Text: words of any number of corners, one file per image."""
