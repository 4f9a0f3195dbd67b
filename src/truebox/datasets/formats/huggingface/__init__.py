"""Hugging Face metadata and records."""
