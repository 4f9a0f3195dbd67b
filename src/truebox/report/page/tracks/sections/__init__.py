"""Sections of the page of tracks, one folder each."""
