"""Evaluation batch by batch and part by part: only what the numbers need is kept."""
