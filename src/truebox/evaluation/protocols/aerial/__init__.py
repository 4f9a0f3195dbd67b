"""Benchmarks of aerial pictures."""
