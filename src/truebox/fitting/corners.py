"""Corners that were read as sizes, told by the edges of their images: no truth is needed for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._named import NamedTuple
from truebox.datasets.columns.numbers.four_numbers import from_xywh
from truebox.datasets.joining.adjusting import sizes_of_rows

if TYPE_CHECKING:
    from truebox.records import Predictions, Truth
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["Corners", "areas_of_corners", "meant_as_corners"]

_LOOKED_AT = 2000
_FEWEST = 5
_FAR_OUT = 0.05
"""Boxes of objects that are cut off reach out of their image too; this much of its side is far."""
_SHARE_OUT = 0.2
_SHARE_SOUND = 0.99
_FIRST_OF = 16
"""Every so many-th is looked at first, where too many of them have their corners in no order for all."""
_SHARE_AREAS = 0.9
_SAME_AREA = 0.01


class Corners(NamedTuple):
    """So many of those looked at speak for corners.

    Examples
    --------
    >>> Corners(out=41, looked_at=59).out
    41
    """

    out: int
    looked_at: int


@refuses_other_kinds
def meant_as_corners(truth: Truth, records: Truth | Predictions) -> Corners | None:
    """Whether boxes read as x, y, width, height, or by their centres, look like corners; None where not.

    Of at most 2,000 evenly spaced boxes, of images of known size or in fractions, one in five reaches out of
    its image by a twentieth of its side, while as x_min, y_min, x_max, y_max all but one in a hundred begin
    before they end and reach out less.

    Parameters
    ----------
    truth : Truth
        Which knows the sizes of the images.
    records : Truth or Predictions
        The same truth, or predictions joined to it.

    Examples
    --------
    >>> import truebox as tb
    >>> rows = [{"id": n, "image_id": 1, "category_id": 1, "bbox": [40, 10 * n, 90, 90]} for n in range(6)]
    >>> size = {"width": 100, "height": 100}
    >>> data = {"images": [{"id": 1, **size}], "categories": [{"id": 1, "name": "cat"}], "annotations": rows}
    >>> truth = tb.read_truth(data)
    >>> meant_as_corners(truth, truth)
    Corners(out=6, looked_at=6)
    """
    layout = records.source.boxes.rpartition("_")[2]
    if layout not in ("xywh", "cxcywh") or len(records) < _FEWEST:
        return None
    rows = _evenly(len(records))
    first = _in_order(from_xywh(records.boxes[rows[::_FIRST_OF]], layout))
    if not _may_be_sound(first, len(rows)):  # nearly always, and then nothing is looked up
        return None
    boxes = records.boxes[rows]
    numbers = from_xywh(boxes, layout)  # of fractions too: corners scale as sizes do
    before = _in_order(numbers)
    if before.mean() < _SHARE_SOUND:
        return None
    fractions = truth.units == "fractions"
    sizes = np.ones((len(rows), 2)) if fractions else sizes_of_rows(truth, records, rows)
    known = (sizes > 0).all(axis=1)
    sizes, boxes, numbers, before = sizes[known], boxes[known], numbers[known], before[known]
    if len(boxes) < _FEWEST:
        return None
    over = boxes[:, :2] + boxes[:, 2:] > (1 + _FAR_OUT) * sizes
    out = (over | (boxes[:, :2] < -_FAR_OUT * sizes)).any(axis=1)
    inside = (numbers[:, :2] >= -_FAR_OUT * sizes) & (numbers[:, 2:] <= (1 + _FAR_OUT) * sizes)
    sound = before & inside.all(axis=1)
    if out.mean() < _SHARE_OUT or sound.mean() < _SHARE_SOUND:
        return None
    return Corners(int(out.sum()), len(boxes))


@refuses_other_kinds
def areas_of_corners(truth: Truth) -> Corners | None:
    """Whether the areas that a truth states are those of its boxes as corners; None where they are not.

    It tells corners also where nobody knows the sizes of images. Areas of masks are those of neither reading.

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"image_id": 1, "category_id": 1, "bbox": [40, 10, 90, 90], "area": 50 * 80}
    >>> rows = [{"id": n, **box} for n in range(6)]
    >>> data = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}], "annotations": rows}
    >>> areas_of_corners(tb.read_truth(data))
    Corners(out=6, looked_at=6)
    """
    if truth.units != "pixels" or truth.source.boxes != "xywh" or len(truth) < _FEWEST:
        return None
    rows = _evenly(len(truth))
    if truth.area_missing is not None:
        rows = rows[~truth.area_missing[rows]]
    if len(rows) < _FEWEST or not _may_be_sound(_in_order(truth.boxes[rows[::_FIRST_OF]]), len(rows)):
        return None
    boxes, area = truth.boxes[rows], truth.area[rows]
    if _in_order(boxes).mean() < _SHARE_SOUND:
        return None
    of_corners = (boxes[:, 2:] - boxes[:, :2]).prod(axis=1)
    same = np.abs(of_corners - area) <= _SAME_AREA * area
    as_given = np.abs(boxes[:, 2:].prod(axis=1) - area) <= _SAME_AREA * area
    if same.mean() < _SHARE_AREAS or as_given.mean() > 1 - _SHARE_AREAS:
        return None
    return Corners(int(same.sum()), len(rows))


def _in_order(numbers: FloatArray) -> BoolArray:
    """Which begin before they end, were they corners."""
    return (numbers[:, 0] < numbers[:, 2]) & (numbers[:, 1] < numbers[:, 3])


def _may_be_sound(first: BoolArray, count: int) -> bool:
    """Whether nearly all of so many can be sound where these of them are."""
    unsound = len(first) - np.count_nonzero(first)
    return bool(unsound <= (1 - _SHARE_SOUND) * count + 1)


def _evenly(count: int) -> Int64Array:
    """Rows at even distances, each once: steps are of one row or more."""
    return np.linspace(0, count - 1, min(_LOOKED_AT, count)).astype(np.int64)
