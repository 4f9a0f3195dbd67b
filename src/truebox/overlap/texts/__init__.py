"""Overlaps of text detection."""
