"""Runs that draw: pictures, and the events of tracks."""
