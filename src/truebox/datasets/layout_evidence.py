"""What four numbers can mean where a format leaves it open: said by a person, told by the numbers, or refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox.datasets.box_reading import BOX_READINGS, as_xywh
from truebox.datasets.format import ReadOptions
from truebox.errors import ArgumentError, InputError
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["decided_layout", "stated_layout"]

# Boxes reach a little over the edge of their image; fractions far from it are none.
_OVER_THE_EDGE = 0.5


def stated_layout(numbers: FloatArray, options: ReadOptions, candidates: Sequence[str], place: str) -> str:
    """The layout that a person named; numbers alone never decide.

    Parameters
    ----------
    numbers : float64 array [N, 4]
    options : ReadOptions
    candidates : sequence of str
        What the format is found to hold in practice; the message tells what speaks against each.
    place : str

    Raises
    ------
    InputError
        Nothing was said (E-423).

    Examples
    --------
    >>> stated_layout(np.ones((1, 4)), ReadOptions(box_format="xyxy"), ("xywh", "xyxy"), "a.json")
    'xyxy'
    """
    if options.box_format is not None:
        return _checked(options.box_format)
    raise _undecided(numbers, candidates, place)


def decided_layout(
    numbers: FloatArray, options: ReadOptions, candidates: Sequence[str], place: str
) -> tuple[str, tuple[Finding, ...]]:
    """The layout that a person named, or the only one of the candidates that the numbers allow.

    Parameters
    ----------
    numbers : float64 array [N, 4]
        NaN where a row has none.
    options : ReadOptions
    candidates : sequence of str
        All that the format can hold.
    place : str

    Returns
    -------
    layout : str
    findings : tuple of Finding
        That the numbers decided (W-421).

    Raises
    ------
    InputError
        Several are possible (E-423).

    Examples
    --------
    >>> numbers = np.array([[50.0, 60.0, 20.0, 10.0]])
    >>> decided_layout(numbers, ReadOptions(), ("xywh", "xyxy"), "a.txt")[0]
    'xywh'
    """
    if options.box_format is not None:
        return _checked(options.box_format), ()
    if not len(numbers):
        return candidates[0], ()
    possible = [layout for layout in candidates if not _against(numbers, layout)]
    if len(possible) != 1:
        raise _undecided(numbers, candidates, place)
    others = "; ".join(
        f"{layout} is not possible: {_against(numbers, layout)}"
        for layout in candidates
        if layout != possible[0]
    )
    return possible[0], (Finding("W-421", f"boxes are read as {possible[0]} ({others})"),)


def _checked(layout: str) -> str:
    if layout not in BOX_READINGS:
        raise ArgumentError(f"box_format: {layout!r} is unknown. Fix: pass one of {', '.join(BOX_READINGS)}.")
    return layout


def _against(numbers: FloatArray, layout: str) -> str:
    """What speaks against a layout; nothing where it is possible."""
    rows = numbers[~np.isnan(numbers).any(axis=1)]
    boxes = as_xywh(rows, layout.removeprefix("rel_"))
    negative = int((boxes[:, 2:] < 0).any(axis=1).sum())
    if negative:
        return f"{negative} of {len(rows)} boxes would have a negative size"
    ends = np.concatenate((boxes[:, :2], boxes[:, :2] + boxes[:, 2:]), axis=1)
    inside = (ends >= -_OVER_THE_EDGE).all() and (ends <= 1 + _OVER_THE_EDGE).all()
    if layout.startswith("rel_"):
        beyond = int(((ends < -_OVER_THE_EDGE) | (ends > 1 + _OVER_THE_EDGE)).any(axis=1).sum())
        return f"{beyond} of {len(rows)} boxes would lie outside of their image" if beyond else ""
    return "no box would be larger than a pixel or two" if inside and len(rows) else ""


def _undecided(numbers: FloatArray, candidates: Sequence[str], place: str) -> InputError:
    evidence = "; ".join(f"as {layout}: {_against(numbers, layout) or 'possible'}" for layout in candidates)
    possible = [layout for layout in candidates if not _against(numbers, layout)] or list(candidates)
    flags = " or ".join(f"--box-format {layout}" for layout in possible)
    return InputError(
        "E-423", place, f"nothing says how four numbers make a box ({evidence})", f"say it with {flags}"
    )
