"""Charts of a diagnosis."""
