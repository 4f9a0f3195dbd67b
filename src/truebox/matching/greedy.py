"""Greedy matching: the best-scored detection chooses first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._native import matching as native
from truebox.arrays import fetched, home_of
from truebox.errors import ArgumentError
from truebox.matching.matches import Matches, matches_of
from truebox.matching.matrices import as_flags, as_real_matrix

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["match_greedy"]


@refuses_other_kinds
def match_greedy(
    overlap: Any,
    scores: Any,
    *,
    threshold: float = 0.5,
    crowd: Any = None,
    ignored: Any = None,
) -> Matches:
    """Match detections to truths by falling score, as the COCO evaluator does at one threshold.

    Each detection takes the free truth it overlaps most, if the overlap is at least `threshold`; of
    equal overlaps the later truth, of equal scores the earlier detection. Only a detection that finds
    none looks at the ignored truths.

    Parameters
    ----------
    overlap : array-like [N, M]
        Of N detections with M truths, in any library; for crowd truths, intersection over the
        detection's area.
    scores : array-like [N]
        Finite.
    threshold : float
        Finite. A threshold of 1 accepts overlaps from 1 − 1e-10, as the evaluator does.
    crowd : array-like of bool [M], optional
        Truths that stand for many objects: they are ignored, and any number of detections may match one.
    ignored : array-like of bool [M], optional
        Truths that count neither way, besides the crowds.

    Returns
    -------
    Matches
        Rows by falling score. A crowd may be the column of several pairs. Tensors are answered by integers of
        their library, PyTorch's on the device they are on.

    Raises
    ------
    ArgumentError
        For NaN in `overlap` or `scores` (the place is named), shapes that do not fit, tensors of two
        libraries or devices, and traced ones, whose numbers cannot be read.

    References
    ----------
    ``COCOeval.evaluateImg`` of pycocotools 2.0.11.

    Examples
    --------
    >>> from truebox.matching import match_greedy
    >>> matches = match_greedy([[0.9, 0.6], [0.8, 0.7], [0.1, 0.2]], scores=[0.5, 0.9, 0.7])
    >>> matches.rows, matches.columns  # detection 1 goes first and takes truth 0
    (array([1, 0]), array([0, 1]))
    >>> matches.unmatched_rows
    array([2])
    """
    home = home_of({"overlap": overlap, "scores": scores, "crowd": crowd, "ignored": ignored}, scores)
    scores = fetched(scores, "scores")
    matrix = as_real_matrix(overlap, "overlap")
    if not np.isfinite(matrix).all():
        row, column = (int(k) for k in np.argwhere(~np.isfinite(matrix))[0])
        raise ArgumentError(f"overlap[{row}, {column}] is {matrix[row, column]}; expected a finite number")
    if matrix.size == 0 and np.size(scores) > len(matrix):
        # An empty list has no shape: every detection is left over.
        matrix = np.empty((np.size(scores), 0))
    ranking = _ranking(scores, len(matrix))
    if not np.isfinite(threshold):
        raise ArgumentError(f"threshold is {threshold!r}; expected a finite number")
    many = as_flags(crowd, matrix.shape[1], "crowd")
    neutral = as_flags(ignored, matrix.shape[1], "ignored")
    if many is not None:
        neutral = many if neutral is None else many | neutral
    return matches_of(native.match_greedy(matrix, ranking, float(threshold), many, neutral), home)


def _ranking(scores: Any, count: int) -> FloatArray:
    array = np.ascontiguousarray(scores, dtype=np.float64)
    if array.shape != (count,):
        raise ArgumentError(f"scores has shape {array.shape}; expected ({count},), one per row of overlap")
    if not np.isfinite(array).all():
        row = int(np.argmin(np.isfinite(array)))
        raise ArgumentError(f"scores[{row}] is {array[row]}; expected a finite number")
    return array
