"""Panoptic quality."""
