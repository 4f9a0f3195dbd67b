"""What is said of whole tracks, made of their rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.records.tracks import WholeTracks

if TYPE_CHECKING:
    from truebox.typing import AnyArray, FloatArray, Int64Array

__all__ = ["whole_tracks_of_boxes"]

_ONE_AFTER_ANOTHER = 8  # NumPy adds fewer numbers so, and more in eight lanes


@refuses_other_kinds
def whole_tracks_of_boxes(
    frame: AnyArray, track: Int64Array, label: Int64Array, score: FloatArray, boxes: FloatArray
) -> WholeTracks:
    """The tracks of one sequence, in the order in which their rows begin.

    A track has the class of its first row, the mean score and the mean area of its rows; the areas are added
    one after another by frame, the scores as `numpy.mean` adds them.

    Parameters
    ----------
    frame, track, label, score : arrays [N]
        As of a `TrackedSequence`.
    boxes : float64 array [N, 4]
        x, y, width, height.

    Returns
    -------
    WholeTracks

    Examples
    --------
    >>> boxes = np.array([[0.0, 0, 2, 2], [0, 0, 4, 4], [5, 5, 1, 1]])
    >>> ids, score = np.array([7, 7, 3]), np.array([0.5, 0.25, 1])
    >>> found = whole_tracks_of_boxes(np.array([0, 1, 0]), ids, np.array([1, 1, 2]), score, boxes)
    >>> found.track.tolist(), found.score.tolist(), found.area.tolist(), found.listed.tolist()
    ([7, 3], [0.375, 1.0], [10.0, 1.0], [2, 1])
    """
    ids, begin, inverse = np.unique(track, return_index=True, return_inverse=True)
    order = np.argsort(begin, kind="stable")
    rank = np.empty(len(ids), dtype=np.int64)
    rank[order] = np.arange(len(ids))
    place = rank[inverse.reshape(-1)]
    count = np.bincount(place, minlength=len(ids))
    rows = np.lexsort((frame, place))
    place, score = place[rows], np.ascontiguousarray(score[rows], dtype=np.float64)
    area = boxes[rows, 2] * boxes[rows, 3]
    scores = np.bincount(place, weights=score, minlength=len(ids))
    begins = np.cumsum(count) - count
    for k in np.flatnonzero(count >= _ONE_AFTER_ANOTHER).tolist():
        scores[k] = np.add.reduce(score[begins[k] : begins[k] + count[k]])
    return WholeTracks(
        track=ids[order],
        label=label[begin[order]],
        score=scores / np.maximum(count, 1),
        area=np.bincount(place, weights=area, minlength=len(ids)) / np.maximum(count, 1),
        crowd=np.zeros(len(ids), dtype=bool),
        listed=count.astype(np.int64),
    )
