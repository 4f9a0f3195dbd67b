"""DOTA label files."""
