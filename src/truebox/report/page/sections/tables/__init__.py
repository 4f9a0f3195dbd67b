"""The tables and sentences of every other report."""
