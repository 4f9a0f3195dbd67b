"""Protocols of tracks, one file each."""
