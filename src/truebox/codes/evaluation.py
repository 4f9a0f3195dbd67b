"""What an evaluation has to say about its numbers (30x)."""

from __future__ import annotations

from truebox.codes.code import Code

__all__ = ["CODES_HERE"]

CODES_HERE = (
    Code(
        "W-301",
        "images without predictions",
        "Some evaluated images have no detections at all; their truths count as missed.",
        "Check that the detector ran on every image, or evaluate a subset of the images.",
    ),
    Code(
        "W-302",
        "unlisted truths",
        "Annotations of images or categories that the truth does not list are left out.",
        "List every image and category of the annotations.",
    ),
    Code(
        "W-303",
        "no predictions",
        "There are no detections: every recall is 0.",
        "Check the predictions file.",
    ),
    Code(
        "W-304",
        "equal scores",
        "All scores are equal, so the ranking is the order of the file.",
        "Write the detector's scores, unrounded.",
    ),
    Code(
        "W-305",
        "repeated predictions",
        "Detections repeat another of the same image and category exactly; each repetition counts as false.",
        "Suppress duplicates, and do not append to an old predictions file.",
    ),
    Code(
        "W-306",
        "predictions cut",
        "Detections beyond the largest number counted per image and category are left out.",
        "Raise max_detections to count them.",
    ),
    Code(
        "W-307",
        "scores outside [0, 1]",
        "Ranking metrics are valid with any finite scores; calibration is not.",
        "Write probabilities if they are needed.",
    ),
    Code(
        "W-308",
        "truths without size",
        "Truths without width or height overlap nothing and count as missed.",
        "Remove or mend these annotations.",
    ),
    Code(
        "W-310",
        "quirk of the reference",
        "A quirk of the reference tool changed a number of this strict evaluation; the message names it "
        "and gives the corrected number.",
        "See the numbered table in docs/quirks.md, or evaluate with mode='corrected'.",
    ),
)
