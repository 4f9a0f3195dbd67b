"""Charts of tracks."""
