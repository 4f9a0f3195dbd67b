"""LUNA16: nodules of CT scans and the marks of a system, one point a row."""
