"""What four numbers can mean where a format leaves it open: said, told by the numbers, or refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox.datasets.columns.box_reading import BOX_READINGS, as_read, is_relative
from truebox.datasets.options import ReadOptions
from truebox.errors import ArgumentError, InputError
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.datasets.format import Role
    from truebox.typing import FloatArray

__all__ = ["decided_layout", "stated_layout"]

# Boxes reach a little over the edge of their image; fractions far from it are none.
_OVER_THE_EDGE = 0.5


def stated_layout(
    numbers: FloatArray,
    options: ReadOptions,
    candidates: Sequence[str],
    place: str,
    *,
    role: Role = "predictions",
) -> str:
    """The layout that a person named; numbers alone never decide.

    Parameters
    ----------
    numbers : float64 array [N, 4]
        What the file has.
    options : ReadOptions
        What the caller gave.
    candidates : sequence of str
        What the format is found to hold in practice; the message tells what speaks against each.
    place : str
        Of the file, for messages.
    role : {"truth", "predictions"}
        Which side is read: each has an option of its own.

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
    largest = _largest_image(options)
    raise _undecided({layout: _against(numbers, layout, largest) for layout in candidates}, place, role)


def decided_layout(
    numbers: FloatArray,
    options: ReadOptions,
    candidates: Sequence[str],
    place: str,
    *,
    role: Role = "predictions",
    convention: tuple[str, str] | None = None,
) -> tuple[str, tuple[Finding, ...]]:
    """The layout that a person named, or the only one of the candidates that the numbers allow.

    Parameters
    ----------
    numbers : float64 array [N, 4]
        NaN where a row has none.
    options : ReadOptions
        What the caller gave.
    candidates : sequence of str
        All that the format can hold.
    place : str
        Of the file, for messages.
    role : {"truth", "predictions"}
        Which side is read: each has an option of its own.
    convention : pair of str, optional
        A layout and whose it is: taken where the numbers allow it.

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
    largest = _largest_image(options)
    against = {layout: _against(numbers, layout, largest) for layout in candidates}
    possible = [layout for layout in candidates if not against[layout]]
    if convention is not None and convention[0] in possible:
        layout, whose = convention
        return layout, (Finding("W-421", f"boxes are read as {layout}, as {whose}"),)
    if len(possible) != 1:
        raise _undecided(against, place, role)
    others = "; ".join(f"{layout} is not possible: {why}" for layout, why in against.items() if why)
    return possible[0], (Finding("W-421", f"boxes are read as {possible[0]} ({others})"),)


def _checked(layout: str) -> str:
    if layout not in BOX_READINGS:
        raise ArgumentError(f"box_format: {layout!r} is unknown. Fix: pass one of {', '.join(BOX_READINGS)}.")
    return layout


def _largest_image(options: ReadOptions) -> tuple[float, float] | None:
    """Width and height that no image of the truth exceeds, where it says all sizes."""
    sizes = None if options.truth is None else options.truth.images.sizes
    if sizes is None or not len(sizes) or (sizes <= 0).any():
        return None
    return float(sizes[:, 0].max()), float(sizes[:, 1].max())


def _against(numbers: FloatArray, layout: str, largest: tuple[float, float] | None) -> str:
    """What speaks against a layout; nothing where it is possible."""
    rows = numbers[~np.isnan(numbers).any(axis=1)]
    boxes = as_read(rows, layout)
    of_all = f"of {len(rows)} boxes would"
    negative = int((boxes[:, 2:] < 0).any(axis=1).sum())
    if negative:
        return f"{negative} {of_all} have a negative size"
    ends = boxes[:, :2] + boxes[:, 2:]
    if is_relative(layout):
        beyond = ((boxes[:, :2] < -_OVER_THE_EDGE) | (ends > 1 + _OVER_THE_EDGE)).any(axis=1)
        return f"{int(beyond.sum())} {of_all} lie outside of their image" if beyond.any() else ""
    if len(rows) and (np.abs(rows) <= 1 + _OVER_THE_EDGE).all():
        return "no box would be larger than a pixel or two"
    beyond = (ends > np.array(largest) * 1.1).any(axis=1) if largest else np.zeros(len(rows), dtype=bool)
    return f"{int(beyond.sum())} {of_all} lie outside of every image of the truth" if beyond.any() else ""


def _undecided(against: dict[str, str], place: str, role: Role) -> InputError:
    evidence = "; ".join(f"as {layout}: {why or 'possible'}" for layout, why in against.items())
    possible = [layout for layout, why in against.items() if not why] or list(against)
    flag = "--truth-box-format" if role == "truth" else "--box-format"
    flags = " or ".join(f"{flag} {layout}" for layout in possible)
    problem = f"nothing says how four numbers make a box ({evidence})"
    return InputError("E-423", place, problem, f"say it with {flags}")
