"""Some rows of records."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox.records.ids import Ids
from truebox.records.keypoints import Keypoints
from truebox.records.segmentations import Segmentations

if TYPE_CHECKING:
    from truebox.records.predictions import Predictions
    from truebox.typing import AnyArray, Int64Array

__all__ = ["take_predictions", "take_segmentations"]


def take_predictions(predictions: Predictions, rows: Int64Array) -> Predictions:
    """The predictions of `rows`, in that order.

    Examples
    --------
    >>> import truebox as tb
    >>> arrays = {"boxes": [[0, 0, 9, 9], [1, 1, 5, 5]], "labels": [1, 2], "scores": [1, 0]}
    >>> take_predictions(tb.read_predictions([arrays]), np.array([1])).category.tolist()
    [2]
    """
    held, points = predictions.segmentations, predictions.keypoints
    return replace(
        predictions,
        image=Ids(predictions.image.values[rows], predictions.image.names),
        category=Ids(predictions.category.values[rows], predictions.category.names),
        boxes=predictions.boxes[rows],
        scores=predictions.scores[rows],
        segmentations=None if held is None else take_segmentations(held, rows),
        keypoints=None
        if points is None
        else Keypoints(
            points=points.points[rows], labelled=points.labelled[rows], extents=points.extents[rows]
        ),
        attributes={name: values[rows] for name, values in predictions.attributes.items()},
    )


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
