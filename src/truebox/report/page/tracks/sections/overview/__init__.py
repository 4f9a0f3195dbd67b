"""A section of the page of tracks."""
