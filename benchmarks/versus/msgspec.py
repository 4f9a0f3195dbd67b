"""msgspec: bytes to typed structs, then NumPy columns."""

from __future__ import annotations

import msgspec as _msgspec  # noqa: F401  (says at once when the tool is missing)

TOOL = "msgspec + NumPy"

READ = """
import msgspec
import numpy as np
class Row(msgspec.Struct, gc=False):
    image_id: int
    category_id: int
    bbox: tuple[float, float, float, float]
    score: float
decoder = msgspec.json.Decoder(list[Row])
def prepare(truth):
    return None
def read(truth, predictions):
    with open(predictions, "rb") as file:
        rows = decoder.decode(file.read())
    return np.array([row.bbox for row in rows]), np.array([row.score for row in rows])
def look(loaded):
    return loaded
"""
