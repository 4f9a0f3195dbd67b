"""Boxes in space under other readings."""
