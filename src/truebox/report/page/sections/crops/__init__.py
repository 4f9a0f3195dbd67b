"""Errors and misses, each cut out of its image."""
