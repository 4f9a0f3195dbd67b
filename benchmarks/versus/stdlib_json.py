"""The standard library's json: bytes to Python objects, then NumPy columns."""

from __future__ import annotations

TOOL = "json (standard library) + NumPy"

READ = """
import json
import numpy as np
def prepare(truth):
    return None
def read(truth, predictions):
    with open(predictions, "rb") as file:
        rows = json.load(file)
    return np.array([row["bbox"] for row in rows]), np.array([row["score"] for row in rows])
def look(loaded):
    return loaded
"""
