"""Protocols of driving."""
