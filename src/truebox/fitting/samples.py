"""A few images with their best detections: enough to see whether boxes sit on the truth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.records import Ids, Predictions, Truth
    from truebox.typing import FloatArray, Int64Array

__all__ = ["Sample", "places_of", "sample_pairs"]

_IMAGES = 300
_MOST_TRUTHS = 60
_MOST_DETECTIONS = 20


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
    true_image, found_image = places_of(truth.image, images), places_of(predictions.image, images)
    true_image = np.where((truth.crowd == 0) & (truth.boxes[:, 2:] > 0).all(axis=1), true_image, -1)
    both = np.intersect1d(true_image[true_image >= 0], found_image[found_image >= 0])
    chosen = both[np.linspace(0, len(both) - 1, min(_IMAGES, len(both))).astype(np.int64)]
    truths, detections = _rows_by_image(true_image, chosen), _rows_by_image(found_image, chosen)
    kept, sizes, first, left, right = [], [], [], [], []
    pairs = count = 0
    for image, of_truth, of_detections in zip(chosen, truths, detections, strict=True):
        near = of_truth[:_MOST_TRUTHS]
        best = np.argsort(-predictions.scores[of_detections], kind="stable")
        best = of_detections[best[: min(len(of_truth), _MOST_DETECTIONS)]]
        kept.append(best)
        sizes.append(np.tile(truth.images.sizes[image], (len(best), 1)))
        first.append(pairs + np.arange(len(best)) * len(near))
        left.append(np.repeat(count + np.arange(len(best)), len(near)))
        right.append(np.tile(near, len(best)))
        pairs, count = pairs + len(best) * len(near), count + len(best)
    return Sample(
        detections=_joined(kept),
        sizes=np.concatenate([np.empty((0, 2)), *sizes]).astype(np.float64),
        first_pair=_joined(first),
        detection=_joined(left),
        truth=_joined(right),
    )


def _joined(parts: list[Int64Array]) -> Int64Array:
    return np.concatenate([np.empty(0, dtype=np.int64), *parts])


def places_of(ids: Ids, table: Ids) -> Int64Array:
    """Place of each id in the table of images, or -1."""
    if ids.names is not None or table.names is not None:
        place = {table[row]: row for row in reversed(range(len(table)))}
        distinct = ids.names if ids.names is not None else ()
        lookup = np.array([place.get(name, -1) for name in distinct], dtype=np.int64)
        return lookup[ids.values] if len(lookup) else np.full(len(ids), -1, dtype=np.int64)
    order = np.argsort(table.values, kind="stable")
    if len(order) == 0:
        return np.full(len(ids), -1, dtype=np.int64)
    at = np.minimum(np.searchsorted(table.values, ids.values, sorter=order), len(order) - 1)
    found: Int64Array = np.where(table.values[order[at]] == ids.values, order[at], -1)
    return found


def _rows_by_image(image: Int64Array, chosen: Int64Array) -> list[Int64Array]:
    rows = np.flatnonzero(np.isin(image, chosen))
    order = rows[np.argsort(image[rows], kind="stable")]
    bounds = np.searchsorted(image[order], chosen)
    return np.split(order, bounds[1:]) if len(chosen) else []
