"""Some rows of records."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.records.ids import Ids
from truebox.records.segmentations import Segmentations

if TYPE_CHECKING:
    from truebox.records.predictions import Predictions
    from truebox.records.truth import Truth
    from truebox.typing import AnyArray, Int64Array

__all__ = ["take_predictions", "take_segmentations", "take_truth"]


def take_predictions(predictions: Predictions, rows: Int64Array) -> Predictions:
    """The predictions of `rows`, in that order.

    Examples
    --------
    >>> import truebox as tb
    >>> arrays = {"boxes": [[0, 0, 9, 9], [1, 1, 5, 5]], "labels": [1, 2], "scores": [1, 0]}
    >>> take_predictions(tb.read_predictions([arrays]), np.array([1])).category.tolist()
    [2]
    """
    return replace(predictions, scores=predictions.scores[rows], **_shared(predictions, rows))


def take_truth(truth: Truth, rows: Int64Array) -> Truth:
    """The truth with the objects of `rows` alone, in that order; images and categories stay.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 9, 9], [1, 1, 5, 5]], "labels": [1, 2]}])
    >>> taken = take_truth(truth, np.array([1]))
    >>> taken.category.tolist(), len(taken.categories)
    ([2], 2)
    """
    return replace(
        truth,
        ids=_ids(truth.ids, rows),
        area=truth.area[rows],
        crowd=truth.crowd[rows],
        ignore=truth.ignore[rows],
        area_missing=None if truth.area_missing is None else truth.area_missing[rows],
        **_shared(truth, rows),
    )


def _shared(records: Truth | Predictions, rows: Int64Array) -> dict[str, Any]:
    """The columns that both sides have."""
    held, points = records.segmentations, records.keypoints
    return {
        "image": _ids(records.image, rows),
        "category": _ids(records.category, rows),
        "boxes": records.boxes[rows],
        "segmentations": None if held is None else take_segmentations(held, rows),
        "keypoints": None if points is None else points.taken(rows),
        "attributes": {name: values[rows] for name, values in records.attributes.items()},
        "source_rows": rows if records.source_rows is None else records.source_rows[rows],
    }


def _ids(ids: Ids, rows: Int64Array) -> Ids:
    """The ids of `rows`; names that none of them has are left out."""
    taken = Ids(ids.values[rows], ids.names)
    if ids.names is None:
        return taken
    used = taken.distinct()
    return Ids(np.searchsorted(used, taken.values), tuple(ids.names[code] for code in used.tolist()))


def take_segmentations(held: Segmentations, rows: Int64Array) -> Segmentations:
    """The segmentations of `rows`, in that order.

    Examples
    --------
    >>> none = np.zeros(1, dtype=np.int64)
    >>> text = np.frombuffer(b"abcde", dtype=np.uint8)
    >>> held = Segmentations(kinds=np.array([1, 1], dtype=np.uint8), sizes=np.ones((2, 2), dtype=np.int64),
    ...     text=text, text_offsets=np.array([0, 2, 5]), numbers=np.empty(0), part_offsets=none,
    ...     row_offsets=np.zeros(3, dtype=np.int64))
    >>> take_segmentations(held, np.array([1])).text.tobytes()
    b'cde'
    """
    text, text_offsets = _ragged(held.text, held.text_offsets, rows)
    parts, row_offsets = _ragged(np.arange(len(held.part_offsets) - 1), held.row_offsets, rows)
    numbers, part_offsets = _ragged(held.numbers, held.part_offsets, parts)
    return Segmentations(
        kinds=held.kinds[rows],
        sizes=held.sizes[rows],
        text=text,
        text_offsets=text_offsets,
        numbers=numbers,
        part_offsets=part_offsets,
        row_offsets=row_offsets,
    )


def _ragged(values: AnyArray, offsets: Int64Array, rows: Int64Array) -> tuple[AnyArray, Int64Array]:
    """The stretches of `rows`, joined, and where each begins."""
    lengths = offsets[rows + 1] - offsets[rows]
    ends = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum(lengths, out=ends[1:])
    places = np.repeat(offsets[rows] - ends[:-1], lengths) + np.arange(ends[-1])
    return values[places], ends
