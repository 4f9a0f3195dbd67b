"""What is said when run lengths, sizes or polygons are refused."""

from __future__ import annotations

from typing import Any, TypeAlias

from truebox.errors import ArgumentError, InputError

__all__ = ["Fault", "refuse"]

Fault: TypeAlias = "tuple[int, int, Any, Any]"
"""(kind, row, found, expected), as `MaskProblem` in native/kernels/masks/run_lengths.hpp."""

_AGAIN = "encode the mask again, for the size that is written beside it"

# kind -> code, problem, fix; numbered as MaskFault in native/kernels/masks/run_lengths.hpp.
_WORDS: dict[int, tuple[str, str, str]] = {
    1: ("E-160", "the run lengths end too early: decoded {found} of {expected} px", _AGAIN),
    2: ("E-161", "the run lengths go beyond the image: {found} px in an image of {expected} px", _AGAIN),
    3: (
        "E-162",
        "character {found} at position {expected} of the compressed counts is not one of '0' to 'o'",
        "write the counts as the COCO tools do, unescaped",
    ),
    4: (
        "E-162",
        "the compressed counts break off inside a number, after {found} characters",
        "check that the text was written and copied whole",
    ),
    5: ("E-165", "counts must be whole numbers from 0 on, got {found}", "write non-negative integers"),
    6: (
        "E-163",
        "size {found} x {expected} (height x width) is negative or has 2^32 pixels or more",
        "write the image's height and width in pixels",
    ),
    8: (
        "E-166",
        "coordinate {found} of the polygon is NaN or infinite",
        "remove the polygon or mend the point",
    ),
    9: (
        "E-167",
        "the polygon has {found} numbers, which is not whole points",
        "write x and y for every point: [x1, y1, x2, y2, ...]",
    ),
    10: ("E-167", "the polygon has {found} points, expected at least 3", "remove it, or write it as a box"),
    12: ("E-169", "there is no segmentation", "add one, or leave the object out"),
    14: ("E-164", "the size of the image is unknown", "write the width and height of every image"),
    11: ("E-167", "there is no polygon", "remove the object, or give its outline"),
}


def refuse(fault: Fault | None, name: str, rows: Any = None) -> None:
    """Raise the error that `fault` describes; do nothing for None.

    Parameters
    ----------
    fault : (kind, row, found, expected) or None
        As the kernels report it.
    name : str
        The argument, for the message's place: ``name[row]``.
    rows : sequence, optional
        The caller's row for each of the kernel's rows, where they differ; an entry may be a text
        such as ``"7][0"`` for polygon 0 of object 7.
    """
    if fault is None:
        return
    kind, row, found, expected = fault
    if kind not in _WORDS:
        raise ArgumentError(
            f"{name}: the offsets do not fit the buffer (row {row}: {found}, expected {expected})"
        )
    code, problem, fix = _WORDS[kind]
    place = row if rows is None else rows[row]
    if kind == 3:
        found = repr(chr(found)) if found < 128 else "beyond ASCII"
    number = place if isinstance(place, int) else int(str(place).partition("]")[0])
    raise InputError(
        code, f"{name}[{place}]", problem.format(found=found, expected=expected), fix, row=number
    )
