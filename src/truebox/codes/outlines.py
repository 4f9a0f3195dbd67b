"""Outlines of masks (183 to 189)."""

from __future__ import annotations

from truebox.codes.code import Code

__all__ = ["CODES_HERE"]

CODES_HERE = (
    Code(
        "W-183",
        "outline crosses itself",
        "A polygon crosses itself, so that what it goes around twice is outside, or is listed twice. "
        "Outlines of up to 256 points are looked at.",
        "Check the tool that drew it; split such a polygon where it crosses.",
        example='"segmentation": [[0, 0, 40, 40, 40, 0, 0, 40]]      (a bow tie)',
    ),
)
