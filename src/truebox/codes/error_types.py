"""What error types have to say about their numbers (500 to 514)."""

from __future__ import annotations

from truebox.codes.code import Code

__all__ = ["CODES_HERE"]

CODES_HERE = (
    Code(
        "W-500",
        "detections that error types do not see",
        "The evaluation kept fewer detections of an image and class than TIDE looks at, so that the error "
        "types differ from those of tidecv.",
        "Evaluate with a largest cap of at least the limit per image, such as max_detections=[1, 10, 100].",
        example="tb.diagnosis.errors(tb.evaluate(truth, found, max_detections=[10]))",
    ),
)
