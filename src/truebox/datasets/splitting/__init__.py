"""Splits of a data set: which there are, and which one is read."""
