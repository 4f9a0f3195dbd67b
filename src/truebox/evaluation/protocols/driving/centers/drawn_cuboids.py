"""What Argoverse 2 reads of its curves under weights of the sweeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._native import driving as native
from truebox.evaluation.protocols.driving.centers.curve_reading import RECALLS

if TYPE_CHECKING:
    from truebox.evaluation.states.class_outcomes import OutcomeOrder
    from truebox.typing import AnyArray, FloatArray

__all__ = ["DrawnCuboids"]


class DrawnCuboids:
    """`CuboidMeasure` of draws: each detection counts as often as its sweep was drawn.

    Parameters
    ----------
    order : OutcomeOrder
        With the errors of each detection as its values.
    place : int
        Of the distance at which errors are read.
    epsilon : float
        Added to the detections that precision is a share of.
    largest : array [E]
        Of each error, which a class has of which nothing is found.
    absent : array [P] or None
        What the measure gives a class without truth; None for NaN.
    """

    def __init__(
        self,
        order: OutcomeOrder,
        *,
        place: int,
        epsilon: float,
        largest: FloatArray,
        absent: FloatArray | None,
    ) -> None:
        assert order.values is not None
        self._distances, self._largest, self._absent = order.hit.shape[1], largest, absent
        self._rows = native.CuboidDraws(
            np.ascontiguousarray(order.offsets, dtype=np.int64),
            np.ascontiguousarray(order.image, dtype=np.int32),
            np.ascontiguousarray(order.hit, dtype=np.uint8),
            np.ascontiguousarray(order.values, dtype=np.float64),
            RECALLS,
            epsilon,
            place,
            order.images,
        )

    def __call__(self, weights: AnyArray, truths: AnyArray) -> AnyArray:
        precision = np.zeros((len(truths), self._distances, len(RECALLS)))
        sums, found = np.zeros((len(truths), len(self._largest))), np.zeros(len(truths), dtype=np.int64)
        whole, wanted = (np.ascontiguousarray(each, dtype=np.int64) for each in (weights, truths))
        self._rows.read(whole, wanted, precision, sums, found)
        of_each = precision.mean(axis=2)
        mean = of_each.mean(axis=1)
        errors = np.where(found[:, None] > 0, sums / np.maximum(found, 1)[:, None], self._largest)
        score = mean * (1 - errors / self._largest).mean(axis=1)
        values = np.column_stack([mean, of_each, errors, score])
        values[truths <= 0] = np.nan if self._absent is None else self._absent
        return values
