"""Two sides made ready to be compared: boxes, rotated boxes and polygons, from any library."""
