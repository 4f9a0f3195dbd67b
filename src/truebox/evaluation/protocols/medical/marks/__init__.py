"""Marks of findings: which finding a point hits, and the share that is found."""
