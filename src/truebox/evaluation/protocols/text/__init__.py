"""Protocols of text in pictures."""
