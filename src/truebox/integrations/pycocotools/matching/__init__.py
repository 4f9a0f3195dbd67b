"""Evaluation: parameters, cells, the whole at once, curves, and the numbers people quote."""
