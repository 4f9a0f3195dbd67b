"""Which object each confident detection lies on, as far as a look at some images tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from truebox import overlap

if TYPE_CHECKING:
    from truebox.records import Predictions, Truth
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["Partners", "partners_of"]

_IMAGES = 300
_ON_AN_OBJECT = 0.5


class Partners(NamedTuple):
    """Rows of detections, the row of the truth that each overlaps most, and by how much."""

    detections: Int64Array
    truths: Int64Array
    overlaps: FloatArray

    @property
    def on_objects(self) -> BoolArray:
        """Which detections share half of the joint area with their object."""
        return self.overlaps >= _ON_AN_OBJECT

    @property
    def share(self) -> float:
        """How many of them do; 0 where there are none."""
        return float(self.on_objects.mean()) if len(self.overlaps) else 0.0


def partners_of(truth: Truth, found: Predictions) -> Partners:
    """Of some 300 images with both, the most confident detections, as many as there are objects.

    Parameters
    ----------
    truth, found : Truth, Predictions
        Joined; where one side has fractions and the other pixels, nothing lies on anything.

    Examples
    --------
    >>> import truebox as tb
    >>> boxes = {"boxes": [[0, 0, 9, 9], [20, 20, 29, 29]], "labels": [1, 1]}
    >>> truth, found = tb.read_truth([boxes]), tb.read_predictions([boxes | {"scores": [0.5, 0.9]}])
    >>> partners_of(truth, found).truths.tolist(), partners_of(truth, found).share
    ([1, 0], 1.0)
    """
    truths, detections = _rows_by_image(truth), _rows_by_image(found)
    both = [image for image in truths if image in detections] if found.units == truth.units else []
    parts = [
        _partners(truth, np.array(truths[image]), found, np.array(detections[image]))
        for image in both[:: max(1, len(both) // _IMAGES)]
    ]
    if not parts:
        none = np.empty(0, dtype=np.int64)
        return Partners(none, none, np.empty(0))
    return Partners(*(np.concatenate([part[place] for part in parts]) for place in range(3)))


def _rows_by_image(records: Truth | Predictions) -> dict[int | str, list[int]]:
    rows: dict[int | str, list[int]] = {}
    for row, image in enumerate(records.image.tolist()):
        rows.setdefault(image, []).append(row)
    return rows


def _partners(truth: Truth, truths: Int64Array, found: Predictions, rows: Int64Array) -> Partners:
    confident = rows[np.argsort(-found.scores[rows], kind="stable")][: len(truths)]
    matrix = overlap.pairwise_iou(found.boxes[confident], truth.boxes[truths], box_format="xywh")
    return Partners(confident, truths[matrix.argmax(axis=1)], matrix.max(axis=1))
