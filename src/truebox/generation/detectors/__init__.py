"""Imaginary detectors."""
