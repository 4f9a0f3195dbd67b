"""Ultralytics results."""
