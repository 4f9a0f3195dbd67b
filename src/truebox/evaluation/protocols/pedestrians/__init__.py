"""Pedestrians: how many are missed at how many false alarms an image."""
