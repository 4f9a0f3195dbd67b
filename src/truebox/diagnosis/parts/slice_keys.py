"""Which slice every truth and every detection belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from truebox._writing.nearest import did_you_mean
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.evaluation import Result
    from truebox.typing import AnyArray, BoolArray, FloatArray, Int64Array

__all__ = ["BUILT_IN", "SliceKey", "slice_keys"]

BUILT_IN = ("size", "aspect", "crowdedness", "border")
"""What can be sliced by without being told."""

_ON_DEMAND = "relative_size"
_IN_PIXELS = ("size", "aspect")

_SIZES = {"small": (0.0, 32.0**2), "medium": (32.0**2, 96.0**2), "large": (96.0**2, np.inf)}
_ASPECTS = {"tall (h > 2 w)": (0.0, 0.5), "even": (0.5, 2.0), "wide (w > 2 h)": (2.0, np.inf)}
_CROWDS = {"1 to 3 objects": (0.0, 4.0), "4 to 9 objects": (4.0, 10.0), "10 or more objects": (10.0, np.inf)}
_SHARES = {"below 1 % of the image": (0.0, 0.01), "1 to 10 %": (0.01, 0.1), "10 % and more": (0.1, np.inf)}
_BORDER = 0.02
_MOST_VALUES = 20

Bins: TypeAlias = Mapping[str, tuple[float, float]]
"""Label to (low, high), low included."""


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

    Examples
    --------
    >>> SliceKey(by="size", label="small", truths=np.array([True]), detections=None).label
    'small'
    """

    by: str
    label: str
    truths: BoolArray
    detections: BoolArray | None


def slice_keys(
    result: Result,
    by: Sequence[str] | None,
    bins: Mapping[str, Bins] | None,
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
    known = [*dict.fromkeys([*BUILT_IN, *images, *objects, *columns])]
    _refuse_names(by, bins, [*known, _ON_DEMAND])
    for name in known if by is None else by:
        own = bins.get(name)
        if name in columns:
            keys = _of_column(result, name, np.asarray(columns[name]), own)
        elif name in images:
            keys = _of_images(result, name, np.asarray(images[name]), own)
        elif name in objects:
            keys = _of_objects(result, name, np.asarray(objects[name]), own)
        else:
            keys = _built_in(result, name, own)
        made = list(keys)
        if not made and (name in columns or by is not None):
            raise ArgumentError(_reason(result, name))
        yield from made


def _refuse_names(by: Sequence[str] | None, bins: Mapping[str, object], known: Sequence[str]) -> None:
    if isinstance(by, str):
        raise ArgumentError(f"by: expected a list of names, got {by!r}. Fix: pass [{by!r}].")
    for argument, names in (("by", by or ()), ("bins", bins)):
        for name in names:
            if name not in known:
                raise ArgumentError(
                    f"{argument}: {name!r} is unknown.{did_you_mean(name, known)} "
                    f"Fix: pass some of {', '.join(map(repr, known))}."
                )
    if "border" in bins:
        raise ArgumentError("bins: the border has none. Fix: leave it out, or pass a column of your own.")


def _reason(result: Result, name: str) -> str:
    if name in _IN_PIXELS and result.truth.units == "fractions":
        return (
            f"by: {name!r} needs boxes in pixels, and the sizes of the pictures are unknown. "
            "Fix: name the folder of the pictures when the truth is read, or pass bins in fractions."
        )
    if name in ("border", _ON_DEMAND) and _image_sizes(result) is None:
        return (
            f"by: {name!r} needs the size of every image, and some have none. "
            "Fix: give width and height of the images in the truth."
        )
    return (
        f"by: {name!r} has fewer than two or more than {_MOST_VALUES} distinct values. "
        "Fix: pass bins for numbers, or a column with fewer values."
    )


def _built_in(result: Result, name: str, bins: Bins | None) -> Iterator[SliceKey]:
    table = result.matches
    truths, detections = table.truths, table.detections
    if name == "border":
        near = [_near_border(result, side.boxes, side.image) for side in (truths, detections)]
        if near[0] is not None and near[1] is not None:
            yield SliceKey(by=name, label="at the border", truths=near[0], detections=near[1])
            yield SliceKey(by=name, label="inside", truths=~near[0], detections=~near[1])
        return
    if name in _IN_PIXELS and bins is None and result.truth.units == "fractions":
        return
    if name == "size":
        sides = truths.area, detections.boxes[:, 2] * detections.boxes[:, 3]
    elif name == _ON_DEMAND:
        sizes = _image_sizes(result)
        if sizes is None:
            return
        whole = sizes[:, 0] * sizes[:, 1]
        area = detections.boxes[:, 2] * detections.boxes[:, 3]
        sides = truths.area / whole[truths.image], area / whole[detections.image]
    elif name == "aspect":
        sides = _aspect(truths.boxes), _aspect(detections.boxes)
    else:
        counts = np.bincount(truths.image[~truths.ignored], minlength=len(result.state.images)).astype(float)
        sides = counts[truths.image], counts[detections.image]
    own = {"size": _SIZES, _ON_DEMAND: _SHARES, "aspect": _ASPECTS, "crowdedness": _CROWDS}
    edges = bins or own[name]
    for label, (low, high) in edges.items():
        inside = [(low <= values) & (values < high) for values in sides]
        yield SliceKey(by=name, label=label, truths=inside[0], detections=inside[1])


def _aspect(boxes: FloatArray) -> FloatArray:
    with np.errstate(over="ignore"):
        aspect: FloatArray = boxes[:, 2] / np.maximum(boxes[:, 3], np.finfo(float).tiny)
    return np.minimum(aspect, np.finfo(float).max)  # the widest part ends before infinity


def _rows_of_images(result: Result) -> Int64Array:
    """Where the truth lists each evaluated image."""
    place = {value: row for row, value in enumerate(result.truth.images.ids.tolist())}
    return np.array([place[value] for value in result.state.images.tolist()], dtype=np.int64)


def _image_sizes(result: Result) -> FloatArray | None:
    """Width and height of each evaluated image; None where one has none."""
    sizes: FloatArray = result.truth.images.sizes[_rows_of_images(result)].astype(np.float64)
    return None if len(sizes) == 0 or (sizes <= 0).any() else sizes


def _near_border(result: Result, boxes: FloatArray, image: AnyArray) -> BoolArray | None:
    """Whether a box comes within 2 % of an edge of its image; None where no size is known."""
    sizes = _image_sizes(result)
    if sizes is None:
        return None
    # Of each image first: columns of rows are a fraction of what tables of them are to memory.
    low, high = _BORDER * sizes, (1 - _BORDER) * sizes
    near = np.zeros(len(boxes), dtype=bool)
    for axis in range(2):
        corner = boxes[:, axis]
        near |= corner < low[image, axis]
        near |= corner + boxes[:, axis + 2] > high[image, axis]
    return near


def _of_images(result: Result, name: str, values: AnyArray, bins: Bins | None) -> Iterator[SliceKey]:
    table = result.matches
    for label, inside in _parts(name, values[_rows_of_images(result)], bins):
        yield SliceKey(
            by=name, label=label, truths=inside[table.truths.image], detections=inside[table.detections.image]
        )


def _of_objects(result: Result, name: str, values: AnyArray, bins: Bins | None) -> Iterator[SliceKey]:
    for label, inside in _parts(name, values[result.matches.truths.row], bins):
        yield SliceKey(by=name, label=label, truths=inside, detections=None)


def _of_column(result: Result, name: str, values: AnyArray, bins: Bins | None) -> Iterator[SliceKey]:
    images, truths = len(result.truth.images), len(result.truth)
    if values.ndim != 1 or len(values) not in (images, truths):
        raise ArgumentError(
            f"columns[{name!r}]: shape {values.shape}. Fix: pass one value per image ({images}) or per "
            f"annotation ({truths}), in the order of the truth."
        )
    # As many images as annotations: a column of images says more, because it holds detections too.
    yield from (_of_images if len(values) == images else _of_objects)(result, name, values, bins)


def _parts(name: str, own: AnyArray, bins: Bins | None) -> Iterator[tuple[str, BoolArray]]:
    """Labels, and which values are of each."""
    if bins is None:
        for value in _distinct(own):
            yield str(value), np.array([each == value for each in own.tolist()], dtype=bool)
        return
    try:
        # None becomes NaN, which lies in no bin.
        numbers = own.astype(np.float64)
    except (TypeError, ValueError):
        raise ArgumentError(f"bins: {name!r} is no column of numbers. Fix: leave its bins out.") from None
    for label, (low, high) in bins.items():
        yield label, (low <= numbers) & (numbers < high)


def _distinct(values: AnyArray) -> list[object]:
    """The distinct values to slice by, if there are several but few; missing ones are left out."""
    found = dict.fromkeys(value for value in values.tolist() if value is not None)
    if not 1 < len(found) <= _MOST_VALUES:
        return []
    return sorted(found, key=str)
