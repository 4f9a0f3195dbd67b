"""A section of the page of segments and label maps."""
