"""Which slice every truth and every detection belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.evaluation import Result
    from truebox.typing import AnyArray, BoolArray, FloatArray

__all__ = ["BUILT_IN", "SliceKey", "slice_keys"]

BUILT_IN = ("size", "aspect", "crowdedness", "border")
"""What can be sliced by without being told."""

_SIZES = {"small": (0.0, 32.0**2), "medium": (32.0**2, 96.0**2), "large": (96.0**2, np.inf)}
_ASPECTS = {"tall (h > 2 w)": (0.0, 0.5), "even": (0.5, 2.0), "wide (w > 2 h)": (2.0, np.inf)}
_CROWDS = {"1 to 3 objects": (0.0, 4.0), "4 to 9 objects": (4.0, 10.0), "10 or more objects": (10.0, np.inf)}
_BORDER = 0.02
_MOST_VALUES = 20


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SliceKey:
    """One slice: which truths are in it, and which unmatched detections.

    Parameters
    ----------
    by, label : str
        What is sliced by, and which part this is.
    truths : bool array [G]
        Rows of the match table's truths.
    detections : bool array [N] or None
        Rows of its detections; None where a detection alone cannot be in it or out of it.
    """

    by: str
    label: str
    truths: BoolArray
    detections: BoolArray | None


def slice_keys(
    result: Result,
    by: Sequence[str] | None,
    bins: Mapping[str, Mapping[str, tuple[float, float]]] | None,
    columns: Mapping[str, AnyArray] | None,
) -> Iterator[SliceKey]:
    """Every slice that is asked for; by default all that the data allow.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = [{"boxes": [[0, 0, 9, 9], [0, 0, 200, 200]], "labels": [1, 1]}]
    >>> found = [{"boxes": [[0, 0, 9, 9]], "labels": [1], "scores": [0.5]}]
    >>> result = tb.evaluate(truth, found, mode="corrected")
    >>> [(key.label, key.truths.tolist()) for key in slice_keys(result, ["size"], None, None)]
    [('small', [True, False]), ('medium', [False, False]), ('large', [False, True])]
    """
    bins, columns = bins or {}, columns or {}
    images = result.truth.images.attributes
    objects = result.truth.attributes
    known = [*BUILT_IN, *images, *objects, *columns]
    for name in known if by is None else by:
        if name in columns:
            yield from _of_column(result, name, np.asarray(columns[name]))
        elif name in images:
            yield from _of_images(result, name, np.asarray(images[name]))
        elif name in objects:
            yield from _of_objects(result, name, np.asarray(objects[name]))
        elif name in BUILT_IN:
            yield from _built_in(result, name, bins.get(name))
        else:
            raise ArgumentError(f"by: {name!r} is unknown. Fix: pass some of {', '.join(map(repr, known))}.")


def _built_in(
    result: Result, name: str, bins: Mapping[str, tuple[float, float]] | None
) -> Iterator[SliceKey]:
    table = result.matches
    truths, detections = table.truths, table.detections
    if name == "border":
        near = [_near_border(result, side.boxes, side.image) for side in (truths, detections)]
        if near[0] is not None and near[1] is not None:
            yield SliceKey(by=name, label="at the border", truths=near[0], detections=near[1])
            yield SliceKey(by=name, label="inside", truths=~near[0], detections=~near[1])
        return
    if name == "size":
        sides = truths.area, detections.boxes[:, 2] * detections.boxes[:, 3]
    elif name == "aspect":
        sides = _aspect(truths.boxes), _aspect(detections.boxes)
    else:
        counts = np.bincount(truths.image[~truths.ignored], minlength=len(result.state.images)).astype(float)
        sides = counts[truths.image], counts[detections.image]
    edges = bins or {"size": _SIZES, "aspect": _ASPECTS, "crowdedness": _CROWDS}[name]
    for label, (low, high) in edges.items():
        inside = [(low <= values) & (values < high) for values in sides]
        yield SliceKey(by=name, label=label, truths=inside[0], detections=inside[1])


def _aspect(boxes: FloatArray) -> FloatArray:
    aspect: FloatArray = boxes[:, 2] / np.maximum(boxes[:, 3], np.finfo(float).tiny)
    return aspect


def _near_border(result: Result, boxes: FloatArray, image: AnyArray) -> BoolArray | None:
    """Whether a box comes within 2 % of an edge of its image; None where no size is known."""
    place = {value: row for row, value in enumerate(result.truth.images.ids.tolist())}
    rows = np.array([place[value] for value in result.state.images.tolist()], dtype=np.int64)
    sizes = result.truth.images.sizes[rows].astype(np.float64)
    if len(sizes) == 0 or (sizes <= 0).any():
        return None
    own = sizes[image]
    low, high = boxes[:, :2], boxes[:, :2] + boxes[:, 2:]
    near: BoolArray = np.any((low < _BORDER * own) | (high > (1 - _BORDER) * own), axis=1)
    return near


def _of_images(result: Result, name: str, values: AnyArray) -> Iterator[SliceKey]:
    place = {value: row for row, value in enumerate(result.truth.images.ids.tolist())}
    rows = [place[value] for value in result.state.images.tolist()]
    table = result.matches
    own = values[rows] if rows else values[:0]
    for value in _distinct(own):
        inside = np.array([each == value for each in own.tolist()], dtype=bool)
        yield SliceKey(
            by=name,
            label=str(value),
            truths=inside[table.truths.image],
            detections=inside[table.detections.image],
        )


def _of_objects(result: Result, name: str, values: AnyArray) -> Iterator[SliceKey]:
    own = values[result.matches.truths.row]
    for value in _distinct(own):
        inside = np.array([each == value for each in own.tolist()], dtype=bool)
        yield SliceKey(by=name, label=str(value), truths=inside, detections=None)


def _of_column(result: Result, name: str, values: AnyArray) -> Iterator[SliceKey]:
    images, truths = len(result.truth.images), len(result.truth)
    if values.ndim != 1 or len(values) not in (images, truths):
        raise ArgumentError(
            f"columns[{name!r}]: shape {values.shape}. Fix: pass one value per image ({images}) or per "
            f"annotation ({truths}), in the order of the truth."
        )
    # As many images as annotations: a column of images says more, because it holds detections too.
    yield from (_of_images if len(values) == images else _of_objects)(result, name, values)


def _distinct(values: AnyArray) -> list[object]:
    """The values that a slice is worth: few, and not all different; missing ones are none."""
    found = dict.fromkeys(value for value in values.tolist() if value is not None)
    if not 1 < len(found) <= _MOST_VALUES:
        return []
    return sorted(found, key=str)
