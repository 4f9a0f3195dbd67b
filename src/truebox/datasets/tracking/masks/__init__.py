"""Tracks of masks: text, pictures of instances, and their rows."""
