"""Measures of two axis-aligned boxes."""
