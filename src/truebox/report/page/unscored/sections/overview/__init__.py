"""A section of the pages of results without scores."""
