"""What makes a number less sure than it looks (W-515 to W-529)."""

from __future__ import annotations

from truebox.codes.code import Code

__all__ = ["CODES_HERE"]

CODES_HERE = (
    Code(
        "W-515",
        "AP depends on the order of equal scores",
        "Detections share scores, and the order among them, which nothing in the files decides, moves AP.",
        "Write scores with full precision, or quote the range beside the number.",
        example='"score": 0.9 in a right and in a wrong detection of one class',
    ),
)
