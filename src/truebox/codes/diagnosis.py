"""What a diagnosis cannot say, and why (E-53x)."""

from __future__ import annotations

from truebox.codes.code import Code

__all__ = ["CODES_HERE"]

CODES_HERE = (
    Code(
        "E-530",
        "scores that are no probabilities",
        "Calibration compares scores with frequencies, and a score outside [0, 1] is none.",
        "Give the sigmoid of logits, or percent divided by 100; AP does not depend on it.",
        example='"score": 7.3      (a logit, asked for its calibration)',
    ),
)
