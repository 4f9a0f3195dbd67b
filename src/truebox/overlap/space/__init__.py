"""Measures of boxes in space: upright, and turned about any axis."""
