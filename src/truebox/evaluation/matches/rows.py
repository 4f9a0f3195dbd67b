"""The columns of a match table: one row per detection, one row per truth."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._native import evaluation as native
from truebox._native.threads import thread_count

if TYPE_CHECKING:
    from truebox.typing import AnyArray, BoolArray, FloatArray, Int32Array, Int64Array

__all__ = ["DetectionMatches", "OverlapPairs", "TruthMatches"]


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class DetectionMatches:
    """Detections, one row each, in the order of the `MatchState`: by category, image and rank.

    Truths are named by their row in `TruthMatches`; -1 is none. Overlaps are those of the geometry
    (IoU of boxes or masks, keypoint similarity from .02 up); 0 where nothing overlaps.

    Parameters
    ----------
    image, category : int32 arrays [N]
        Indices into the table's `images` and `categories`.
    row : int64 array [N]
        Row in the predictions.
    score : float64 array [N]
    boxes : float64 array [N, 4]
        ``x, y, width, height`` as read.
    own_overlap, own_truth : float64 and int32 arrays [N]
        The best overlap with a truth of its class that counts, and which truth; of equal ones the later.
    other_overlap, other_truth : float64 and int32 arrays [N]
        The same among truths of other classes.
    ignored_overlap, ignored_truth : float64 and int32 arrays [N]
        The same among truths of its class that do not count; with a crowd region the share of the detection.
    matched_truth : int32 array [N, T]
        The truth it was matched with at each IoU threshold, in the area range "all".

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}
    >>> truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}], "annotations": [
    ...     {"id": 1, "area": 1600, "iscrowd": 0, **box}]}
    >>> table = evaluate(truth, [{"score": 0.9, **box}], mode="corrected").matches
    >>> table.detections.own_overlap.tolist(), table.detections.own_truth.tolist()
    ([1.0], [0])
    """

    image: Int32Array
    category: Int32Array
    row: Int64Array
    score: FloatArray
    boxes: FloatArray
    own_overlap: FloatArray
    own_truth: Int32Array
    other_overlap: FloatArray
    other_truth: Int32Array
    ignored_overlap: FloatArray
    ignored_truth: Int32Array
    matched_truth: Int32Array

    def __len__(self) -> int:
        return len(self.score)

    def __repr__(self) -> str:
        return f"<DetectionMatches {len(self):,} detections>"


class BoxesLater(DetectionMatches):
    """The same, whose boxes are copied from the predictions when first asked for: few questions do."""

    __slots__ = ("_predicted",)

    @classmethod
    def made(cls, predicted: FloatArray, **columns: AnyArray) -> BoxesLater:
        """Columns as of `DetectionMatches` but for the boxes, which are rows of `predicted`."""
        later = cls.__new__(cls)
        for name, column in columns.items():
            object.__setattr__(later, name, column)
        object.__setattr__(later, "_predicted", predicted)
        return later

    def __getattr__(self, name: str) -> FloatArray:  # asked only for what is not there yet
        if name != "boxes":
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        predicted = np.ascontiguousarray(self._predicted, dtype=np.float64)
        boxes: FloatArray = native.boxes_of_rows(predicted, self.row, thread_count(None))
        object.__setattr__(self, "boxes", boxes)
        return boxes

    def __reduce__(self) -> tuple[Any, tuple[list[AnyArray]]]:
        return _with_boxes, ([getattr(self, each.name) for each in fields(self)],)


def _with_boxes(columns: list[AnyArray]) -> DetectionMatches:
    names = (each.name for each in fields(DetectionMatches))
    return DetectionMatches(**dict(zip(names, columns, strict=True)))


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class TruthMatches:
    """Truths that were evaluated, one row each, in the order of the file.

    Parameters
    ----------
    image, category : int32 arrays [G]
        Indices into the table's `images` and `categories`; the category is its own even without classes.
    row : int64 array [G]
        Row in the truth.
    boxes : float64 array [G, 4]
        ``x, y, width, height`` as read.
    area : float64 array [G]
    crowd, ignored : bool arrays [G]
        Whether it is a crowd region; whether it does not count in the area range "all", for any reason.
    best_overlap, best_detection : float64 and int32 arrays [G]
        The best overlap with a detection of its class, and the row of that detection, or 0 and -1;
        left out for truths that do not count.
    matched_detection : int32 array [G, T]
        The detection it was matched with at each IoU threshold, or -1; of a crowd region the first.
    found : bool array [G]
        Whether it was matched at the lowest IoU threshold.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}
    >>> truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}], "annotations": [
    ...     {"id": 1, "area": 1600, "iscrowd": 0, **box}]}
    >>> table = evaluate(truth, [{"score": 0.9, **box}], mode="corrected").matches
    >>> table.truths.found.tolist(), table.truths.best_detection.tolist()
    ([True], [0])
    """

    image: Int32Array
    category: Int32Array
    row: Int64Array
    boxes: FloatArray
    area: FloatArray
    crowd: BoolArray
    ignored: BoolArray
    best_overlap: FloatArray
    best_detection: Int32Array
    matched_detection: Int32Array
    found: BoolArray

    def __len__(self) -> int:
        return len(self.area)

    def __repr__(self) -> str:
        return f"<TruthMatches {len(self):,} truths>"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class OverlapPairs:
    """Every overlap of a detection with a truth of its image, of any class.

    Pairs of detection ``i`` are ``offsets[i]`` to ``offsets[i + 1]``, truths in the order of matching.

    Parameters
    ----------
    offsets : int64 array [N + 1]
    truth : int32 array [P]
        Row in `TruthMatches`.
    overlap : float64 array [P]
        Above 0; with a crowd region the share of the detection.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}
    >>> truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}], "annotations": [
    ...     {"id": 1, "area": 1600, "iscrowd": 0, **box}]}
    >>> table = evaluate(truth, [{"score": 0.9, **box}], mode="corrected").matches
    >>> table.pairs.offsets.tolist(), table.pairs.truth.tolist(), table.pairs.overlap.tolist()
    ([0, 1], [0], [1.0])
    """

    offsets: Int64Array
    truth: Int32Array
    overlap: FloatArray

    def __len__(self) -> int:
        return len(self.truth)

    def __repr__(self) -> str:
        return f"<OverlapPairs {len(self):,} overlaps>"
