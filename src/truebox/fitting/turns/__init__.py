"""Directions that are off by one rule."""
