"""Looks at scores: whether they can be compared, and are all there."""
