"""Means over cells of the tables of curves: the numbers are added where they stand, in NumPy's order."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from truebox._named import NamedTuple
from truebox._native import cell_means as native
from truebox.evaluation.states.deferred import DeferredCurves

if TYPE_CHECKING:
    from typing import Any

    from truebox.evaluation.states.accumulation import Curves
    from truebox.evaluation.states.deferred import AnyCurves
    from truebox.typing import FloatArray, Int64Array

__all__ = ["OtherRecalls", "ReadCurves", "TablePlace", "mean_at", "means_at"]


class TablePlace(NamedTuple):
    """Where in the tables a number is read: places of an area range, of caps and of IoU thresholds.

    Parameters
    ----------
    area : int
    caps, thresholds : int64 arrays
    """

    area: int
    caps: Int64Array
    thresholds: Int64Array


class OtherRecalls:
    """Curves whose `more_precision` stands in for the precision at some recall thresholds.

    Parameters
    ----------
    curves : Curves
    recalls : int64 array [E]
        Places of these thresholds, one for each of `more_precision`.
    """

    def __init__(self, curves: Curves, recalls: Int64Array) -> None:
        self.curves, self.recalls = curves, recalls
        self.recall: FloatArray = curves.recall
        self.measured: dict[Any, Any] = curves.measured


ReadCurves: TypeAlias = "AnyCurves | OtherRecalls"
"""Whatever means are read from."""


def mean_at(curves: ReadCurves, place: TablePlace, classes: Int64Array, *, precise: bool) -> float:
    """Of precision or recall over some classes: what ``numpy.mean`` gives of all numbers in one row.

    In the reference's order of summation: thresholds, recalls, classes, caps. NaN of no number.

    Examples
    --------
    >>> from truebox.evaluation import accumulate, evaluate
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> curves = accumulate(evaluate([box], [box | {"scores": [0.5]}], mode="corrected").state)
    >>> mean_at(curves, TablePlace(0, np.array([2]), np.arange(10)), np.array([0]), precise=True)
    1.0
    """
    table, there, at = _cells(curves, place, classes, precise=precise)
    if not (table.shape[1] and len(there)):
        return math.nan
    return native.mean_of_cells(table, there, *at, *_instead(curves, precise=precise))


def means_at(curves: ReadCurves, place: TablePlace, classes: Int64Array, *, precise: bool) -> FloatArray:
    """The same of each class alone [len(classes)].

    Examples
    --------
    >>> from truebox.evaluation import accumulate, evaluate
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> curves = accumulate(evaluate([box], [box | {"scores": [0.5]}], mode="corrected").state)
    >>> means_at(curves, TablePlace(0, np.array([2]), np.arange(10)), np.array([0]), precise=False)
    array([1.])
    """
    table, there, at = _cells(curves, place, classes, precise=precise)
    means = np.full(len(there), math.nan)
    if table.shape[1]:
        native.means_of_classes(table, there, *at, means, *_instead(curves, precise=precise))
    return means


def _instead(curves: ReadCurves, *, precise: bool) -> tuple[FloatArray, Int64Array] | tuple[()]:
    """What stands in the table at some recalls."""
    if isinstance(curves, OtherRecalls) and precise and curves.curves.area is None:
        return curves.curves.more_precision, curves.recalls
    return ()


def _cells(
    curves: ReadCurves, place: TablePlace, classes: Int64Array, *, precise: bool
) -> tuple[FloatArray, Int64Array, TablePlace]:
    """A table [T, R, K, A, M], and classes and place in it."""
    if not precise:
        return curves.recall[:, None], classes, place
    if isinstance(curves, DeferredCurves):  # of these classes alone [K, T, R, M]
        part = curves.of_classes(classes, place.area, place.caps)
        whole = TablePlace(0, np.arange(len(place.caps)), place.thresholds)
        return part.transpose(1, 2, 0, 3)[:, :, :, None], np.arange(len(classes)), whole
    held = curves.curves if isinstance(curves, OtherRecalls) else curves
    return held.averaged, classes, place
