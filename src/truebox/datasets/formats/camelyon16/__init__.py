"""CAMELYON16: outlines of metastases in slides, and points with a confidence."""
