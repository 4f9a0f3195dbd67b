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
        "E-160", "run lengths too short", "The runs of a mask end before its image does.", "Encode it again."
    ),
    Code("E-161", "run lengths too long", "The runs of a mask go beyond its image.", "Encode it again."),
    Code(
        "E-162",
        "broken compressed counts",
        "The text is not COCO's compressed form.",
        "Write it unescaped and whole.",
    ),
    Code(
        "E-163",
        "impossible mask size",
        "A size is negative, or has 2^32 pixels or more.",
        "Write height, width.",
    ),
    Code(
        "E-164",
        "mask sizes differ",
        "Masks, or a mask and its image, differ in size.",
        "Encode for the full image.",
    ),
    Code(
        "E-165",
        "counts not whole numbers",
        "A run is negative or fractional.",
        "Write whole numbers from 0 on.",
    ),
    Code(
        "E-166",
        "polygon not finite",
        "A coordinate is NaN or infinite.",
        "Remove the polygon or mend the point.",
    ),
    Code(
        "E-167",
        "not a polygon",
        "Half a point, or fewer than three points.",
        "Write [x1, y1, x2, y2, x3, y3, ...].",
    ),
    Code("E-169", "not a segmentation", "Neither run lengths nor polygons.", "Write one of COCO's forms."),
    Code(
        "E-170",
        "keypoints not usable",
        "A point is not finite, or an array does not fit.",
        "Mend the named row.",
    ),
    Code(
        "W-168",
        "polygon far outside",
        "Points lie far beyond the image; it was clipped.",
        "Check the coordinates.",
    ),
)

CODES: dict[str, Code] = {entry.code: entry for entry in _ALL}
