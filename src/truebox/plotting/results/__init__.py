"""Charts of a result."""
