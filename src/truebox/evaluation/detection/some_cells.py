"""Some cells of a state and of an alignment: only these are matched again where a quirk matters in few.

A cell is what one image has of one category; it is matched for itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._named import NamedTuple
from truebox._native import grouping
from truebox.evaluation.states.narrow import (
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

    def hold(self, image: Int32Array, category: Int32Array, threads: int = 0) -> BoolArray:
        """Which of these rows are in one of the cells; rows that are not evaluated, at place -1, are in none.

        Examples
        --------
        >>> cells = SomeCells(np.array([1, 4]), images=3, categories=2)  # image 1 of either category
        >>> cells.hold(np.array([1, 1, 0, -1]), np.array([0, 1, 1, 1])).tolist()
        [True, True, False, False]
        """
        held = np.empty(len(image), dtype=np.uint8)
        columns = np.ascontiguousarray(image, np.int32), np.ascontiguousarray(category, np.int32)
        grouping.rows_in_cells(self.places, self.images, self.categories, *columns, held, threads)
        return held.view(np.bool_)

    def rows_of(self, state: MatchState) -> tuple[Int64Array, Int64Array]:
        """Where the rows of each cell begin and end in a match state of these categories.

        Examples
        --------
        >>> from truebox.evaluation import evaluate
        >>> boxes = {"boxes": [[0, 0, 9, 9], [0, 0, 50, 50]], "labels": ["cat", "dog"]}
        >>> state = evaluate([boxes], [boxes | {"scores": [0.5, 0.4]}], mode="corrected").state
        >>> SomeCells(np.array([1]), images=1, categories=2).rows_of(state)
        (array([1]), array([2]))
        """
        begins, ends = np.empty_like(self.places), np.empty_like(self.places)
        image = np.ascontiguousarray(state.image, np.int32)
        grouping.rows_of_cells(self.places, self.images, image, state.category_offsets(), begins, ends)
        return begins, ends

    def of_classes(self, classes: Int64Array) -> SomeCells:
        """The cells of some categories, given in ascending order, numbered from 0.

        Examples
        --------
        >>> SomeCells(np.array([1, 4]), images=3, categories=2).of_classes(np.array([1])).places.tolist()
        [1]
        """
        number = np.full(self.categories, -1, dtype=np.int64)
        number[classes] = np.arange(len(classes))
        category, image = np.divmod(self.places, max(self.images, 1))
        category = number[category]
        inside = category >= 0
        return SomeCells((category * self.images + image)[inside], self.images, len(classes))


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
    begins, ends = cells.rows_of(state)
    return _MOST * matchings * int((ends - begins).sum()) <= len(state)


def alignment_of_cells(alignment: Alignment, cells: SomeCells, threads: int = 0) -> Alignment:
    """The rows of these cells alone; those of others are not evaluated."""
    predicted, true = alignment.predicted_category, alignment.true_image
    of_predicted = cells.hold(alignment.predicted_image, predicted, threads)
    of_true = cells.hold(true, alignment.true_category, threads)
    # Images that ascend from row to row still do.
    return replace(
        alignment,
        predicted_category=np.where(of_predicted, predicted, np.int32(-1)),
        true_image=np.where(of_true, true, np.int32(-1)),
    )


def put_into(
    state: MatchState, classes: Int64Array, again: MatchState, cells: SomeCells, boxes: FloatArray
) -> MatchState:
    """`state` with the rows of these cells as `again` has them, which holds no others.

    Both have the classes at these places of all, numbered from 0. `boxes` are those of all detections, where
    `again` has boxes.
    """
    begins, ends = cells.of_classes(classes).rows_of(state)
    sizes = ends - begins
    places = np.repeat(begins - np.cumsum(sizes) + sizes, sizes) + np.arange(int(sizes.sum()))
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
