"""Annotations that look wrong."""
