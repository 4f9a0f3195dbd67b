"""YOLO label files."""
