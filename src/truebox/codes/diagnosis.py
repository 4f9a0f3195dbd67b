"""What error types, uncertainty and a diagnosis have to say about their numbers (500 to 549)."""

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
    Code(
        "W-515",
        "AP depends on the order of equal scores",
        "Detections share scores, and the order among them, which nothing in the files decides, moves AP.",
        "Write scores with full precision, or quote the range beside the number.",
        example='"score": 0.9 in a right and in a wrong detection of one class',
    ),
    Code(
        "W-520",
        "file names that look like frames of few videos",
        "Images of one video are alike. Intervals that take them for independent are too short, and "
        "differences that are chance come out as significant two to three times too often.",
        "Say what belongs together: groups='folder', a pattern of file names or a column of the truth "
        "(--groups).",
        example="night01/000001.jpg, night01/000002.jpg, ... and no groups",
    ),
    Code(
        "E-530",
        "scores that are no probabilities",
        "Calibration compares scores with frequencies, and a score outside [0, 1] is none.",
        "Give the sigmoid of logits, or percent divided by 100; AP does not depend on it.",
        example='"score": 7.3      (a logit, asked for its calibration)',
    ),
)
