"""Two results of one truth as one of twice the images, and a few classes of a result alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.evaluation.matching.counted_truths import CountedTruths
from truebox.records import Ids

if TYPE_CHECKING:
    from truebox.evaluation import MatchState
    from truebox.typing import AnyArray, Int64Array

__all__ = ["as_one", "of_classes"]

_ROWS = ("score", "category", "image", "row", "rank", "matched", "ignored")


def as_one(first: MatchState, second: MatchState, truths: CountedTruths) -> tuple[MatchState, CountedTruths]:
    """Image i of the first is 2 i, of the second 2 i + 1; both have the truths of the image.

    Weights of 0 and 1 then say whose detections stand for an image. Only what is counted by class and image
    may be asked of such a state: its ids of images are places.
    """
    image = np.concatenate([2 * first.image, 2 * second.image + 1])
    category = np.concatenate([first.category, second.category])
    order = np.lexsort((image, category))  # stable: an image keeps its order

    def joined(name: str) -> AnyArray:
        found: AnyArray = np.concatenate([getattr(first, name), getattr(second, name)])[order]
        return found

    columns: dict[str, Any] = {name: joined(name) for name in _ROWS} | {"image": image[order]}
    with_boxes = first.boxes is not None and second.boxes is not None
    cells = None
    if first.cells is not None and second.cells is not None:
        places = 2 * np.arange(len(first.images))
        cells = first.cells.at_images(places).joined(second.cells.at_images(places + 1))
    state = replace(
        first,
        cells=cells,
        images=Ids.of(range(2 * len(first.images))),
        boxes=joined("boxes") if with_boxes else None,
        values=joined("values") if first.values is not None and second.values is not None else None,
        **columns,
    )
    twice = 2 * np.repeat(truths.image, 2)
    twice[1::2] += 1
    doubled = CountedTruths(
        category=np.repeat(truths.category, 2),
        image=twice,
        row=np.repeat(truths.row, 2),
        inside=np.repeat(truths.inside, 2),
        offsets=2 * truths.offsets,
    )
    return state, doubled


def of_classes(
    state: MatchState, truths: CountedTruths, classes: Int64Array
) -> tuple[MatchState, CountedTruths]:
    """Some classes alone, numbered in the order given."""
    rows, _ = _rows_of_classes(state.category_offsets(), classes)
    columns: dict[str, Any] = {name: getattr(state, name)[rows] for name in _ROWS}
    columns["category"] = _numbered(state.category_offsets(), classes)
    chosen = replace(
        state,
        categories=Ids.of([state.categories[k] for k in classes.tolist()]),
        truths=state.truths[classes],
        boxes=None if state.boxes is None else state.boxes[rows],
        values=None if state.values is None else state.values[rows],
        cells=None if state.cells is None else state.cells.of_classes(classes),
        **columns,
    )
    held, offsets = _rows_of_classes(truths.offsets, classes)
    return chosen, CountedTruths(
        category=_numbered(truths.offsets, classes),
        image=truths.image[held],
        row=truths.row[held],
        inside=truths.inside[held],
        offsets=offsets,
    )


def _rows_of_classes(offsets: Int64Array, classes: Int64Array) -> tuple[Int64Array, Int64Array]:
    """The rows of the classes one after the other, and where each class begins among them."""
    counts = np.diff(offsets)[classes]
    ends = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    return np.arange(ends[-1]) + np.repeat(offsets[classes] - ends[:-1], counts), ends


def _numbered(offsets: Int64Array, classes: Int64Array) -> AnyArray:
    return np.repeat(np.arange(len(classes), dtype=np.int32), np.diff(offsets)[classes])
