"""What four numbers can mean where a format leaves it open: said, told by the numbers, or refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._writing.nearest import did_you_mean
from truebox.datasets.columns.box_reading import BOX_READINGS, as_read, is_relative
from truebox.datasets.options import ReadOptions
from truebox.errors import ArgumentError, InputError
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.datasets.format import Role
    from truebox.typing import AnyArray, BoolArray, FloatArray

__all__ = ["UndecidedLayoutError", "decided_layout", "stated_layout"]

# Boxes reach a little over the edge of their image; fractions far from it are none.
_OVER_THE_EDGE = 0.5
_BEYOND = 1.1
# Where every reading has rows that speak against it: one with stray ones only, beside others with many.
_STRAY, _MANY = 0.02, 0.2


class UndecidedLayoutError(InputError):
    """Nothing says how four numbers make a box (E-423); `layouts` has what they could be."""

    def __init__(self, place: str, problem: str, layouts: tuple[str, ...], flag: str, also: str) -> None:
        flags = " or ".join(f"{flag} {layout}" for layout in layouts)
        super().__init__("E-423", place, problem, f"say it with {flags}{also}")
        self.layouts = layouts
        self._flag, self._also = flag, also

    def with_layouts(self, problem: str, layouts: tuple[str, ...]) -> UndecidedLayoutError:
        """The same refusal in other words, proposing these."""
        return UndecidedLayoutError(self.place, problem, layouts, self._flag, self._also)

    def __reduce__(self) -> tuple[type[UndecidedLayoutError], tuple[Any, ...]]:
        return type(self), (self.place, self.problem, self.layouts, self._flag, self._also)


def stated_layout(
    numbers: FloatArray,
    options: ReadOptions,
    candidates: Sequence[str],
    place: str,
    *,
    role: Role = "predictions",
    sizes: AnyArray | None = None,
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
    sizes : array [N, 2], optional
        Width and height of each row's picture, 0 where unknown.

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
    known = _sizes(sizes, options)
    raise _undecided([_Reading.of(numbers, layout, known) for layout in candidates], place, role)


def decided_layout(
    numbers: FloatArray,
    options: ReadOptions,
    candidates: Sequence[str],
    place: str,
    *,
    role: Role = "predictions",
    convention: tuple[str, str] | None = None,
    sizes: AnyArray | None = None,
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
    sizes : array [N, 2], optional
        Width and height of each row's picture, 0 where unknown; else the largest image of the truth counts.

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
    known = _sizes(sizes, options)
    readings = [_Reading.of(numbers, layout, known) for layout in candidates]
    possible = [reading for reading in readings if not reading.against]
    if convention is not None and (not possible or convention[0] in {each.layout for each in possible}):
        layout, whose = convention
        if possible or next(each for each in readings if each.layout == layout).share <= _STRAY:
            said = _others(readings, layout)
            return layout, (Finding("W-421", f"boxes are read as {layout}, as {whose}{said}"),)
    if not possible:
        possible = [each for each in readings if each.share <= _STRAY]
        possible = possible if all(each.share >= _MANY for each in readings if each not in possible) else []
    if len(possible) != 1:
        raise _undecided(readings, place, role)
    layout = possible[0].layout
    return layout, (Finding("W-421", f"boxes are read as {layout}{_others(readings, layout)}"),)


def _checked(layout: str) -> str:
    if layout not in BOX_READINGS:
        hint = did_you_mean(layout, BOX_READINGS)
        raise ArgumentError(
            f"box_format: {layout!r} is unknown.{hint} Fix: pass one of {', '.join(BOX_READINGS)}."
        )
    return layout


@dataclass(frozen=True, slots=True)
class _Reading:
    """One layout, what speaks against it, and of how many rows that is so."""

    layout: str
    against: str = ""
    share: float = 0.0

    @classmethod
    def of(cls, numbers: FloatArray, layout: str, sizes: tuple[AnyArray, str] | None) -> _Reading:
        """What speaks against a layout; nothing where it is possible."""
        given = ~np.isnan(numbers).any(axis=1)
        rows = numbers[given]
        boxes = as_read(rows, layout)
        ends = boxes[:, :2] + boxes[:, 2:]
        negative = (boxes[:, 2:] < 0).any(axis=1)
        if negative.any():
            return cls._counted(layout, negative, "have a negative size")
        if is_relative(layout):
            beyond = ((boxes[:, :2] < -_OVER_THE_EDGE) | (ends > 1 + _OVER_THE_EDGE)).any(axis=1)
            return cls._counted(layout, beyond, "lie outside of their image")
        if len(rows) and (np.abs(rows) <= 1 + _OVER_THE_EDGE).all():
            return cls(layout, "no box would be larger than a pixel or two", 1.0)
        if sizes is None:
            return cls(layout)
        around, whose = sizes
        around = around[given] if len(around) > 1 else around
        beyond = ((ends > around * _BEYOND) & (around > 0)).any(axis=1)
        return cls._counted(layout, beyond, f"leave {whose}")

    @classmethod
    def _counted(cls, layout: str, found: BoolArray | np.bool, what: str) -> _Reading:
        rows = np.asarray(found)
        count = int(rows.sum())
        said = f"{count} of {len(rows)} boxes would {what}"
        return cls(layout, said if count else "", count / max(len(rows), 1))


def _sizes(sizes: AnyArray | None, options: ReadOptions) -> tuple[AnyArray, str] | None:
    """Sizes of the pictures of all rows, or one that no image of the truth exceeds; and whose it is."""
    if sizes is not None and sizes.any():
        return sizes, "their picture"
    known = None if options.truth is None else options.truth.images.sizes
    if known is None or not len(known) or (known <= 0).any():
        return None
    return known.max(axis=0, keepdims=True), "every image of the truth"


def _others(readings: Sequence[_Reading], layout: str) -> str:
    """What speaks against the other layouts, in brackets."""
    against = [
        f"{each.layout} is not possible: {each.against}"
        for each in readings
        if each.against and each.layout != layout
    ]
    return f" ({'; '.join(against)})" if against else ""


def _undecided(readings: Sequence[_Reading], place: str, role: Role) -> UndecidedLayoutError:
    evidence = "; ".join(f"as {each.layout}: {each.against or 'possible'}" for each in readings)
    possible = [each.layout for each in readings if not each.against] or [each.layout for each in readings]
    flag = "--truth-box-format" if role == "truth" else "--box-format"
    problem = f"nothing says how four numbers make a box ({evidence})"
    also = "; --box-format says it of the predictions" if role == "truth" else ""
    return UndecidedLayoutError(place, problem, tuple(possible), flag, also)
