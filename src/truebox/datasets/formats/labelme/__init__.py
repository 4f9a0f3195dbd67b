"""LabelMe, a JSON file per image."""
