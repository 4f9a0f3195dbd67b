"""Confident detections of whole images, and the objects that each overlaps, of its image or another."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from truebox._named import NamedTuple
from truebox._native import looks as native
from truebox.evaluation.states.narrow import state_rows

if TYPE_CHECKING:
    from truebox.evaluation.matches.judged import Judged
    from truebox.evaluation.result import Result
    from truebox.evaluation.states.narrow import StateRows
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = [
    "AT_LEAST",
    "FEWEST",
    "HARDLY",
    "SHARE_OF_CLASSES",
    "SHARE_OF_IMAGES",
    "Located",
    "causes",
    "located",
    "told_of_confident",
]

AT_LEAST, HARDLY, FEWEST = 2, 0.25, 5
"""Detections on objects in an image; how many of them have the class of these where it is odd; odd images."""
SHARE_OF_CLASSES, SHARE_OF_IMAGES = 0.08, 0.05
"""How many of the images must be odd."""
_HALF = 0.5
_AT_ONCE = 1 << 21
_MOST_ROWS = 200_000
"""Detections of which all are looked at where some of them give cause."""

_Told = TypeVar("_Told")


class Located(NamedTuple):
    """Detections [N] by row of the file, image and class, and the objects [T] of all images, by image.

    Parameters
    ----------
    row, image, category : int64 array [N]
        Of the most confident detections of each image; images and classes by place.
    boxes, true_boxes : float64 array [N, 4], [T, 4]
        As x, y, width, height.
    true_category : int64 array [T]
    first : int64 array [I + 1]
        Where the objects of each image begin.
    """

    row: Int64Array
    image: Int64Array
    category: Int64Array
    boxes: FloatArray
    true_boxes: FloatArray
    true_category: Int64Array
    first: Int64Array

    def overlaps(self, step: int = 0) -> tuple[FloatArray, BoolArray, Int64Array]:
        """The largest overlap, whether one of the class is a half, and the class of the nearest.

        Parameters
        ----------
        step : int
            Objects are those of the image so many places further on.

        Returns
        -------
        float64 array [N], bool array [N], int64 array [N]
            The class is -1 where the image has no object.
        """
        count = len(self.image)
        best, alike = np.zeros(count), np.zeros(count, dtype=bool)
        of_class = np.full(count, -1, dtype=np.int64)
        place = self.image + step
        inside = (place >= 0) & (place < len(self.first) - 1)
        place = np.where(inside, place, 0)
        begin = self.first[place]
        many = np.where(inside, self.first[place + 1] - begin, 0)
        ends = np.cumsum(many)
        if not count or not ends[-1]:
            return best, alike, of_class
        if ends[-1] > _AT_ONCE and count > 1:
            middle = count // 2
            halves = [self._some(rows).overlaps(step) for rows in (slice(middle), slice(middle, None))]
            best, alike, of_class = (np.concatenate([half[k] for half in halves]) for k in range(3))
            return best, alike, of_class
        found = np.repeat(np.arange(count), many)
        true = np.arange(ends[-1]) - np.repeat(ends - many, many) + np.repeat(begin, many)
        overlap = np.empty((1, len(found)))
        native.overlaps_of_pairs(self.boxes[found][None], self.true_boxes[true], overlap)
        overlap = overlap[0]
        held = np.flatnonzero(many)
        best[held] = np.maximum.reduceat(overlap, (ends - many)[held])
        same = (overlap >= _HALF) & (self.true_category[true] == self.category[found])
        alike[found[same]] = True
        nearest = overlap >= best[found]
        of_class[found[nearest]] = self.true_category[true[nearest]]
        return best, alike, of_class

    def _some(self, rows: slice) -> Located:
        return Located(
            row=self.row[rows],
            image=self.image[rows],
            category=self.category[rows],
            boxes=self.boxes[rows],
            true_boxes=self.true_boxes,
            true_category=self.true_category,
            first=self.first,
        )


def located(
    result: Result, rows: StateRows | Judged, least: float, *, best: int = 10, own: bool = False
) -> Located | None:
    """The best of each image of these detections, and all objects; None where the truth is not at hand.

    Parameters
    ----------
    result : Result
        Of any geometry; of shapes the boxes around them are looked at.
    rows : StateRows or Judged
        All detections of some images.
    least : float
        Score that they have at least.
    best : int
        So many of an image.
    own : bool
        Whether objects of images without such a detection are left out.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> from truebox.evaluation.matches.judged import of_whole_images
    >>> boxes = [[0, 0, 9, 9], [20, 0, 29, 9]]
    >>> found = [{"boxes": boxes, "labels": ["cat"] * 2, "scores": [0.9, 0.8]}]
    >>> result = evaluate([{"boxes": boxes[:1], "labels": ["cat"]}], found, mode="corrected")
    >>> located(result, of_whole_images(result.state), 0.5).overlaps()[1].tolist()
    [True, False]
    """
    if result.ground is None:
        return None
    columns, images = result.ground.columns, len(result.state.images)
    sure = np.flatnonzero(rows.score >= least)
    image = rows.image[sure].astype(np.int64)
    order = np.lexsort((-rows.score[sure], image))
    sure, image = sure[order], image[order]
    rank = np.arange(len(image)) - np.searchsorted(image, image)
    sure, image = sure[rank < best], image[rank < best]
    asked = np.ones(images + 1, dtype=bool)
    if own:
        asked[:] = False
        asked[image] = True
    asked[-1] = False  # of no image
    held = np.flatnonzero(asked[columns.image])
    held = held[columns.category[held] >= 0]
    held = held[np.argsort(columns.image[held], kind="stable")]
    true = columns.rows[held]
    first = np.append(0, np.cumsum(np.bincount(columns.image[held], minlength=images)))
    row = rows.row[sure].astype(np.int64)
    return Located(
        row=row,
        image=image,
        category=rows.category[sure].astype(np.int64),
        boxes=result.predictions.boxes[row],
        true_boxes=result.truth.boxes[true],
        true_category=columns.category[held].astype(np.int64),
        first=first,
    )


def causes(result: Result, seen: Judged, whole: StateRows) -> tuple[bool, bool]:
    """Whether detections of some images lie on objects of other classes, and whether they lie on none.

    Where they do not, `of_other_classes` and `of_other_images` have nothing to say.

    Parameters
    ----------
    result : Result
        Of any geometry.
    seen : Judged
        Of the result.
    whole : StateRows
        All detections of some images.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> from truebox.evaluation.matches.judged import judged, of_whole_images
    >>> boxes = [[0, 0, 9, 9], [20, 0, 29, 9]]
    >>> found = [{"boxes": boxes, "labels": ["cat"] * 2, "scores": [0.9, 0.8]}]
    >>> result = evaluate([{"boxes": boxes[:1], "labels": ["cat"]}], found, mode="corrected")
    >>> causes(result, judged(result), of_whole_images(result.state))
    (False, False)
    """
    count, least = len(result.state.images), float(seen.score[seen.certain].min())
    some = located(result, whole, least, own=True)
    if some is None:
        return False, False
    overlap, _, true = some.overlaps()
    on = overlap >= _HALF
    image = some.image[on]
    many = np.bincount(image, minlength=count)
    agree = np.bincount(image, weights=some.category[on] == true[on], minlength=count)
    looked = many >= AT_LEAST
    others = np.count_nonzero(looked & (agree <= HARDLY * many))
    every = np.bincount(some.image, minlength=count) >= AT_LEAST
    lost = np.count_nonzero(every & (many == 0))
    return (
        bool(others >= max(FEWEST, SHARE_OF_CLASSES * np.count_nonzero(looked))),
        bool(lost >= max(FEWEST, SHARE_OF_IMAGES * np.count_nonzero(every))),
    )


def told_of_confident(
    result: Result, seen: Judged, whole: StateRows, told: Callable[[Located, int], _Told | None]
) -> _Told | None:
    """What a look tells of the confident detections of some images, or of all where it tells something there.

    Parameters
    ----------
    result : Result
        Of any geometry.
    seen : Judged
        Of the result.
    whole : StateRows
        All detections of some images.
    told : callable
        From detections and the number of images to what there is to say, or None.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> from truebox.evaluation.matches.judged import judged, of_whole_images
    >>> boxes = [[0, 0, 9, 9], [20, 0, 29, 9]]
    >>> found = [{"boxes": boxes, "labels": ["cat"] * 2, "scores": [0.9, 0.8]}]
    >>> result = evaluate([{"boxes": boxes[:1], "labels": ["cat"]}], found, mode="corrected")
    >>> whole = of_whole_images(result.state)
    >>> told_of_confident(result, judged(result), whole, lambda held, images: len(held.row))
    1
    """
    count, least = len(result.state.images), float(seen.score[seen.certain].min())
    some = located(result, whole, least)
    found = None if some is None else told(some, count)
    if found is None or not len(whole.row) < len(result.state) <= _MOST_ROWS:
        return found
    every = located(result, state_rows(result.state, slice(None)), least)
    return found if every is None else told(every, count) or found
