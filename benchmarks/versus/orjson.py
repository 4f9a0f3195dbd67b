"""orjson: bytes to Python objects, then NumPy columns."""

from __future__ import annotations

import orjson as _orjson  # noqa: F401  (says at once when the tool is missing)

TOOL = "orjson + NumPy"

READ = """
import numpy as np
import orjson
def prepare(truth):
    return None
def read(truth, predictions):
    with open(predictions, "rb") as file:
        rows = orjson.loads(file.read())
    return np.array([row["bbox"] for row in rows]), np.array([row["score"] for row in rows])
def look(loaded):
    return loaded
"""
