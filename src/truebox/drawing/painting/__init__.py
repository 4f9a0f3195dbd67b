"""Marks onto pixels."""
