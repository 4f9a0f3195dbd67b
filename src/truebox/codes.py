"""Every error and warning code, what it means and what to do; the one source of the docs list.

Codes are stable: a code never changes its meaning, and a retired one is not used again.
``E`` refuses, ``W`` warns. 1xx files and rows, 2xx reading, 3xx evaluation.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["CODES", "Code"]


@dataclass(frozen=True, slots=True)
class Code:
    """What a code means (`title`, `meaning`) and how to mend its cause (`fix`)."""

    code: str
    title: str
    meaning: str
    fix: str


_ALL = (
    Code("E-101", "no such file", "The path does not exist or cannot be opened.", "Check the path."),
    Code(
        "E-130",
        "unknown image",
        "A prediction names an image that the truth does not list.",
        "Evaluate against the truth the predictions were made for, and write image ids as it does.",
    ),
    Code(
        "E-131",
        "unknown category",
        "A prediction names a category that the truth does not list.",
        "Map the detector's classes to the category ids of the truth; the message proposes a mapping.",
    ),
    Code(
        "E-132",
        "impossible box",
        "A box is not finite, has a negative size, or its area overflows; or a truth has an impossible area.",
        "Write boxes as x, y, width, height; if these are corners, convert them first.",
    ),
    Code(
        "E-133",
        "impossible score",
        "A score is not a finite number, so the detection cannot be ranked.",
        "Give every detection a finite score.",
    ),
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

CODES: dict[str, Code] = {entry.code: entry for entry in _ALL}
