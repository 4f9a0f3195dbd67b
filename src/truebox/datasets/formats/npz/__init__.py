"""Archives of NumPy arrays."""
