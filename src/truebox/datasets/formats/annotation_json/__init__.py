"""Lists of objects with a box and a label, in JSON."""
