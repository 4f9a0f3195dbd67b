"""Columns of numbers, of which nothing else is known."""
