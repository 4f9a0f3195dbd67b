"""Single boxes, box formats, conversion, clipping, area and validation."""
