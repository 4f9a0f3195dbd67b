"""Sections of every page of results without scores."""
