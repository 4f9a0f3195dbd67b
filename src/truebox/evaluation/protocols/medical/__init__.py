"""Findings in medical images."""
