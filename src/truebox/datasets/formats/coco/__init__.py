"""COCO and LVIS: annotation files and results."""
