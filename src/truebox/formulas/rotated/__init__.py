"""Measures of two rotated boxes, and where one lies as seen from the other."""
