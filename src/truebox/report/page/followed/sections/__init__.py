"""Sections of the page of one object over time."""
