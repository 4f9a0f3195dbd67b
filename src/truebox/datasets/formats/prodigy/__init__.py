"""Prodigy image annotations."""
