"""Boxes in space by the distance of their centres."""
