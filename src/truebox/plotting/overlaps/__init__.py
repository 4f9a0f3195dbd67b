"""Charts of boxes and their overlap."""
