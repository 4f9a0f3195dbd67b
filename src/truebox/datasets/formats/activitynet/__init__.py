"""Temporal segments of ActivityNet and THUMOS14."""
