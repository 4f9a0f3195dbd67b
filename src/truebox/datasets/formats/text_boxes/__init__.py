"""Text files of a few numbers a line."""
