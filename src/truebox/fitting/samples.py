"""A few images with their best detections: enough to see whether boxes sit on the truth."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from truebox._frozen import dataclass
from truebox._named import NamedTuple
from truebox._widened import held_values
from truebox.records import Ids

if TYPE_CHECKING:
    from truebox.records import Predictions, Truth
    from truebox.typing import AnyArray, BoolArray, FloatArray, Int32Array, Int64Array

__all__ = ["RowsByImage", "Sample", "places_of", "sample_of_places", "sample_of_rows", "sample_pairs"]

_IMAGES = 300
_MOST_TRUTHS = 60
_MOST_DETECTIONS = 20
_AT_ONCE = 1 << 16


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Sample:
    """Detections, and each of them beside every truth of its image.

    Parameters
    ----------
    detections : int64 array [S]
        Rows of the predictions.
    sizes : float64 array [S, 2]
        Width and height of each detection's image; 0 where unknown.
    first_pair : int64 array [S]
        Where the pairs of each detection begin.
    detection, truth : int64 arrays [P]
        Place in `detections`, and row of the truth, of every pair.
    """

    detections: Int64Array
    sizes: FloatArray
    first_pair: Int64Array
    detection: Int64Array
    truth: Int64Array

    def __len__(self) -> int:
        return len(self.detections)

    def thinned(self, most_pairs: int) -> Sample:
        """Every second, third, ... detection, so that there are about as many pairs at most."""
        kept = np.arange(0, len(self), max(1, -(-len(self.detection) // most_pairs)))
        return self if len(kept) == len(self) else self.of(kept)

    def of_known_size(self) -> Sample:
        """The detections of images of known size, where some are: those tell more; else all."""
        known = np.asarray((self.sizes > 0).all(axis=1))
        return self if known.all() or not known.any() else self.of(np.flatnonzero(known))

    def of(self, kept: Int64Array) -> Sample:
        """Some of the detections, by their places, with all their pairs."""
        pairs = np.diff(self.first_pair, append=len(self.detection))[kept]
        return Sample(
            detections=self.detections[kept],
            sizes=self.sizes[kept],
            first_pair=np.cumsum(pairs) - pairs,
            detection=np.repeat(np.arange(len(kept)), pairs),
            truth=self.truth[_counted_from(self.first_pair[kept], pairs)],
        )


def sample_pairs(truth: Truth, predictions: Predictions) -> Sample:
    """At most 300 evenly spaced images that have both; of each as many best detections as truths.

    The same for the same input; ids must be of one kind, as after `truebox.datasets.join`.

    Examples
    --------
    >>> import truebox as tb
    >>> boxes = {"boxes": [[0, 0, 9, 9], [20, 20, 29, 29]], "labels": [1, 1]}
    >>> truth, found = tb.read_truth([boxes]), tb.read_predictions([boxes | {"scores": [0.5, 0.9]}])
    >>> sample = sample_pairs(truth, found)
    >>> sample.detections.tolist(), sample.truth.tolist()
    ([1, 0], [0, 1, 0, 1])
    """
    images = truth.images.ids
    return sample_of_places(
        truth, places_of(truth.image, images), predictions.scores, places_of(predictions.image, images)
    )


def sample_of_places(
    truth: Truth, true_image: Int64Array, scores: FloatArray, found_image: Int64Array
) -> Sample:
    """`sample_pairs` of detections in other images than their own.

    Parameters
    ----------
    truth : Truth
        The objects.
    true_image, found_image : int64 arrays [T], [D]
        Place of the image of each truth and detection in the table of images, or -1.
    scores : float64 array [D]
        Of the detections.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]], "labels": [1]}])
    >>> nothing, first = np.array([-1, -1]), np.array([-1, 0])
    >>> sample_of_places(truth, first[1:], np.array([0.5, 0.9]), first).detections.tolist()
    [1]
    >>> len(sample_of_places(truth, first[1:], np.array([0.5, 0.9]), nothing))
    0
    """
    true_image = np.where((truth.crowd == 0) & (truth.boxes[:, 2:] > 0).all(axis=1), true_image, -1)
    held = np.zeros((2, len(truth.images.ids) + 1), dtype=bool)  # the last of none
    held[0, true_image] = held[1, found_image] = True
    both = np.flatnonzero(held[0, :-1] & held[1, :-1])
    chosen = both[np.linspace(0, len(both) - 1, min(_IMAGES, len(both))).astype(np.int64)]
    taken = np.zeros(len(truth.images.ids) + 1, dtype=bool)
    taken[chosen] = True
    near, near_begin = _first_rows(true_image, chosen, taken, None)
    best, best_begin = _first_rows(found_image, chosen, taken, scores)
    truths = np.diff(near_begin)
    kept = np.minimum(np.minimum(truths, _MOST_DETECTIONS), np.diff(best_begin))
    beside = np.minimum(truths, _MOST_TRUTHS)
    pairs = np.repeat(beside, kept)  # of each detection
    begin = np.repeat(near_begin[:-1], kept)
    return Sample(
        detections=best[_counted_from(best_begin[:-1], kept)],
        sizes=truth.images.sizes[np.repeat(chosen, kept)].astype(np.float64),
        first_pair=np.cumsum(pairs) - pairs,
        detection=np.repeat(np.arange(len(pairs)), pairs),
        truth=near[_counted_from(begin, pairs)],
    )


class RowsByImage(NamedTuple):
    """Rows of one side, and a number of the image of each, the same on both sides.

    Examples
    --------
    >>> RowsByImage(np.array([3, 4]), np.array([0, 0])).row.tolist()
    [3, 4]
    """

    row: Int64Array
    image: Int32Array


def sample_of_rows(truth: Truth, predictions: Predictions, found: RowsByImage, true: RowsByImage) -> Sample:
    """These detections of images with a truth, each beside at most 60 truths of its image.

    Examples
    --------
    >>> import truebox as tb
    >>> boxes = {"boxes": [[0, 0, 9, 9], [20, 20, 29, 29]], "labels": [1, 1]}
    >>> truth, predictions = tb.read_truth([boxes]), tb.read_predictions([boxes | {"scores": [0.5, 0.9]}])
    >>> true = RowsByImage(np.arange(2), np.zeros(2, dtype=np.int32))
    >>> sample = sample_of_rows(truth, predictions, RowsByImage(true.row[:1], true.image[:1]), true)
    >>> sample.detections.tolist(), sample.truth.tolist()
    ([0], [0, 1])
    """
    images = int(max(found.image.max(initial=-1), true.image.max(initial=-1))) + 1
    looked_at = np.zeros(images, dtype=bool)
    looked_at[found.image] = True
    near = np.flatnonzero(looked_at[true.image])
    rows = true.row[near]
    near = near[(truth.crowd[rows] == 0) & (truth.boxes[rows, 2:] > 0).all(axis=1)]
    near = near[np.argsort(true.image[near], kind="stable")]
    counts = np.bincount(true.image[near], minlength=images)
    begin = np.cumsum(counts) - counts
    kept = np.flatnonzero(counts[found.image] > 0)
    detections, image = found.row[kept], found.image[kept]
    pairs = np.minimum(counts[image], _MOST_TRUTHS)
    of_rows = held_values(predictions.image, "values")[detections]
    own = Ids(of_rows.astype(np.int64, copy=False), predictions.image.names)
    return Sample(
        detections=detections,
        sizes=truth.images.sizes[places_of(own, truth.images.ids)].astype(np.float64),
        first_pair=np.cumsum(pairs) - pairs,
        detection=np.repeat(np.arange(len(kept)), pairs),
        truth=true.row[near[_counted_from(begin[image], pairs)]],
    )


def _first_rows(
    image: Int64Array, chosen: Int64Array, taken: BoolArray, scores: FloatArray | None
) -> tuple[Int64Array, Int64Array]:
    """The rows of the chosen images by image and falling score; where each begins, with the end of the last.

    `taken` has a place for each image, and one for rows of none, at place -1.
    """
    rows = np.flatnonzero(taken[image])
    of_rows = image[rows]
    order = np.argsort(of_rows, kind="stable") if scores is None else np.lexsort((-scores[rows], of_rows))
    begin = np.searchsorted(of_rows[order], chosen)
    return rows[order], np.append(begin, len(order))


def _counted_from(begin: Int64Array, counts: Int64Array) -> Int64Array:
    """``begin, begin + 1, ...`` as often as counted, one after another."""
    places: Int64Array = np.repeat(begin - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())
    return places


def places_of(ids: Ids, table: Ids) -> Int64Array:
    """Place of each id in the table of images, or -1."""
    if ids.names is not None or table.names is not None:
        place = {table[row]: row for row in reversed(range(len(table)))}
        distinct = ids.names if ids.names is not None else ()
        lookup = np.array([place.get(name, -1) for name in distinct], dtype=np.int64)
        return lookup[ids.values] if len(lookup) else np.full(len(ids), -1, dtype=np.int64)
    if len(table) == 0:
        return np.full(len(ids), -1, dtype=np.int64)
    places = _places_of_numbers(table.values, len(ids))
    values = held_values(ids, "values")
    found = np.empty(len(values), dtype=np.int64)
    for begin in range(0, len(values), _AT_ONCE):  # of all at once there would be five more columns
        found[begin : begin + _AT_ONCE] = places(values[begin : begin + _AT_ONCE])
    return found


def _places_of_numbers(table: Int64Array, asked: int) -> Callable[[AnyArray], Int64Array]:
    """What finds the places of numbers in a table that is not empty; of equal ones the first."""
    low, high = table.min(), table.max()
    if int(high) - int(low) >= 4 * (len(table) + asked):
        order = np.argsort(table, kind="stable")

        def searched(values: AnyArray) -> Int64Array:
            at = order[np.minimum(np.searchsorted(table, values, sorter=order), len(order) - 1)]
            found: Int64Array = np.where(table[at] == values, at, -1)
            return found

        return searched
    rows: Int64Array = np.full(int(high) - int(low) + 1, -1, dtype=np.int64)
    rows[table[::-1] - low] = np.arange(len(table))[::-1]

    def looked_up(values: AnyArray) -> Int64Array:
        inside = (values >= low) & (values <= high)
        found: Int64Array = np.where(inside, rows[np.where(inside, values, low) - low], -1)
        return found

    return looked_up
