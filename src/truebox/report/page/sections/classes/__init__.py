"""The table of the classes."""
