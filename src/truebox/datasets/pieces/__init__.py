"""Files that memory would not hold, read piece by piece."""
