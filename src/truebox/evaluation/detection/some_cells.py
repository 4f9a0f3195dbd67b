"""Some cells of a state and of an alignment: only these are matched again where a quirk matters in few.

A cell is what one image has of one category; it is matched for itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._named import NamedTuple
from truebox.evaluation.states.narrow import (
    category_of_rows,
    changed,
    file_boxes,
    held_boxes,
    narrow_outcomes,
    state_rows,
)

if TYPE_CHECKING:
    from truebox.evaluation.states.alignment import Alignment
    from truebox.evaluation.states.state import MatchState
    from truebox.typing import BoolArray, ByteArray, FloatArray, Int32Array, Int64Array

__all__ = ["SomeCells", "alignment_of_cells", "cells_marked", "cells_of_rows", "put_into", "worth_it"]

_MOST = 2
"""Below half of the detections a small matching takes less time than one of all."""
_AT_ONCE = 1 << 16
_LARGEST_TABLE = 1 << 24


class SomeCells(NamedTuple):
    """Cells by the places of their image and category.

    Parameters
    ----------
    places : int64 array
        Distinct and ascending: category times `images` plus image.
    images, categories : int
        How many there are.
    """

    places: Int64Array
    images: int
    categories: int

    def hold(self, image: Int32Array, category: Int32Array) -> BoolArray:
        """Which of these rows are in one of the cells; rows that are not evaluated, at place -1, are in none.

        Examples
        --------
        >>> cells = SomeCells(np.array([1, 4]), images=3, categories=2)  # image 1 of either category
        >>> cells.hold(np.array([1, 1, 0, -1]), np.array([0, 1, 1, 1])).tolist()
        [True, True, False, False]
        """
        held = np.zeros(len(image), dtype=bool)
        if not len(self.places):
            return held
        # Most rows are of images without such a cell: one look-up tells.
        near = np.zeros(self.images + 1, dtype=bool)
        near[self.places % self.images] = True  # the last stays for rows that are not evaluated
        table = None
        if self.images * self.categories <= _LARGEST_TABLE:
            table = np.zeros(self.images * self.categories, dtype=bool)
            table[self.places] = True
        for first in range(0, len(image), _AT_ONCE):
            rows = np.flatnonzero(near.take(image[first : first + _AT_ONCE], mode="wrap"))
            rows += first
            of_category = category[rows]
            if len(of_category) and of_category.min() < 0:
                rows = rows[of_category >= 0]
                of_category = category[rows]
            at = of_category.astype(np.int64) * self.images + image[rows]
            if table is not None:
                held[rows] = table[at]
            else:
                nearest = np.minimum(np.searchsorted(self.places, at), len(self.places) - 1)
                held[rows] = self.places[nearest] == at
        return held


def cells_of_rows(alignment: Alignment, true_rows: BoolArray, predicted_rows: BoolArray) -> SomeCells:
    """The cells that hold one of these rows.

    Examples
    --------
    >>> from truebox.evaluation.states.alignment import align
    >>> import truebox as tb
    >>> boxes = {"boxes": [[0, 0, 9, 9], [0, 0, 50, 50]], "labels": ["cat", "dog"]}
    >>> truth = tb.read_truth([boxes, boxes])
    >>> found = tb.read_predictions([boxes | {"scores": [0.5, 0.4]}] * 2, truth=truth)
    >>> both = align(truth, found, images=None, categories=None, class_agnostic=False, threads=1)
    >>> cells_of_rows(both, np.array([False, False, True, False]), np.zeros(4, dtype=bool)).places.tolist()
    [1]
    """
    images = len(alignment.images)
    image = np.concatenate([alignment.true_image[true_rows], alignment.predicted_image[predicted_rows]])
    category = np.concatenate(
        [alignment.true_category[true_rows], alignment.predicted_category[predicted_rows]]
    )
    places = category.astype(np.int64) * images + image
    return SomeCells(_distinct(places[(image >= 0) & (category >= 0)]), images, len(alignment.categories))


def cells_marked(state: MatchState, marks: ByteArray) -> SomeCells:
    """The cells with a mark at one of their rows of the state.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> boxes = {"boxes": [[0, 0, 9, 9], [0, 0, 50, 50]], "labels": ["cat", "dog"]}
    >>> state = evaluate([boxes], [boxes | {"scores": [0.5, 0.4]}], mode="corrected").state
    >>> cells_marked(state, np.array([0, 1])).places.tolist()
    [1]
    """
    rows = np.flatnonzero(marks)
    images = len(state.images)
    marked = state_rows(state, rows)
    places = marked.category.astype(np.int64) * images + marked.image
    return SomeCells(_distinct(places), images, len(state.truths))


def _distinct(places: Int64Array) -> Int64Array:
    """Sorted, each once; ``numpy.unique`` would import ``numpy.ma``."""
    places = np.sort(places)
    return places[np.append(places[1:] != places[:-1], True)] if len(places) else places


def worth_it(state: MatchState, cells: SomeCells, matchings: int) -> bool:
    """Whether few enough detections are in these cells, which are matched so often, once or twice."""
    inside = int(np.count_nonzero(cells.hold(state.image, category_of_rows(state))))
    return _MOST * matchings * inside <= len(state)


def alignment_of_cells(alignment: Alignment, cells: SomeCells) -> Alignment:
    """The rows of these cells alone; those of others are not evaluated."""
    predicted, true = alignment.predicted_image, alignment.true_image
    of_predicted = cells.hold(predicted, alignment.predicted_category)
    of_true = cells.hold(true, alignment.true_category)
    return replace(
        alignment,
        predicted_image=np.where(of_predicted, predicted, np.int32(-1)),
        true_image=np.where(of_true, true, np.int32(-1)),
    )


def put_into(
    state: MatchState, classes: Int64Array, again: MatchState, cells: SomeCells, boxes: FloatArray
) -> MatchState:
    """`state` with the rows of these cells as `again` has them, which holds no others.

    Both have the classes at these places of all, numbered from 0. `boxes` are those of all detections, where
    `again` has boxes.
    """
    held = cells.hold(state.image, classes.astype(np.int32)[category_of_rows(state)])
    places = np.flatnonzero(held)
    assert len(places) == len(again), "the same detections are kept, in another order"
    narrow = narrow_outcomes(state)
    if narrow is not None and (put := narrow.with_rows(places, again)) is not None:
        columns: dict[str, Any] = put.fields()
    else:
        columns = {
            name: _joined(state, again, places, name) for name in ("score", "row", "matched", "ignored")
        }
    made = changed(state, **columns, mended=again.mended, boxes=None)
    return made if held_boxes(again) is None else changed(made, boxes=file_boxes(made, boxes))


def _joined(state: MatchState, again: MatchState, places: Int64Array, name: str) -> np.ndarray:
    column: np.ndarray = getattr(state, name).copy()
    column[places] = getattr(again, name)
    return column
