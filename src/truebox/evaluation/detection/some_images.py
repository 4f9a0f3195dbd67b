"""Some images of a state and of an alignment: only these are matched again where a quirk matters in few."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.evaluation.states.alignment import Alignment
    from truebox.evaluation.states.state import MatchState
    from truebox.typing import BoolArray, FloatArray

__all__ = ["alignment_of_images", "images_of", "put_into", "worth_it"]

_MOST = 4
"""Below a fourth of the detections two small matchings take less time than one of all."""


def images_of(alignment: Alignment, true_rows: BoolArray, predicted_rows: BoolArray) -> BoolArray:
    """The images that hold one of these rows.

    Examples
    --------
    >>> from truebox.evaluation.states.alignment import align
    >>> import truebox as tb
    >>> boxes = {"boxes": [[0, 0, 9, 9], [0, 0, 50, 50]], "labels": ["cat", "dog"]}
    >>> truth = tb.read_truth([boxes, boxes])
    >>> found = tb.read_predictions([boxes | {"scores": [0.5, 0.4]}] * 2, truth=truth)
    >>> both = align(truth, found, images=None, categories=None, class_agnostic=False, threads=1)
    >>> images_of(both, np.array([False, False, True, False]), np.zeros(4, dtype=bool)).tolist()
    [False, True]
    """
    held = np.zeros(len(alignment.images) + 1, dtype=bool)  # the last for rows that are not evaluated
    held[alignment.true_image[true_rows]] = True
    held[alignment.predicted_image[predicted_rows]] = True
    return held[:-1]


def worth_it(state: MatchState, images: BoolArray) -> bool:
    """Whether few enough detections are in these images."""
    return _MOST * int(np.count_nonzero(images[state.image])) <= len(state)


def alignment_of_images(alignment: Alignment, images: BoolArray) -> Alignment:
    """The rows of these images alone; those of others are not evaluated."""
    chosen = np.append(images, False)
    predicted, true = alignment.predicted_image, alignment.true_image
    return replace(
        alignment,
        predicted_image=np.where(chosen[predicted], predicted, np.int32(-1)),
        true_image=np.where(chosen[true], true, np.int32(-1)),
    )


def put_into(state: MatchState, again: MatchState, images: BoolArray, boxes: FloatArray) -> MatchState:
    """`state` with the rows of these images as `again` has them, which holds no others.

    Both have the same classes. `boxes` are those of all detections, where `again` has boxes.
    """
    places = np.flatnonzero(images[state.image])
    assert len(places) == len(again), "the same detections are kept, in another order"

    def joined(name: str) -> np.ndarray:
        column: np.ndarray = getattr(state, name).copy()
        column[places] = getattr(again, name)
        return column

    row = joined("row")
    return replace(
        state,
        mended=again.mended,
        score=joined("score"),
        row=row,
        matched=joined("matched"),
        ignored=joined("ignored"),
        boxes=None
        if again.boxes is None
        else np.ascontiguousarray(np.take(boxes, row, axis=0), dtype=np.float64),
    )
