"""Plain datasets of any size."""
