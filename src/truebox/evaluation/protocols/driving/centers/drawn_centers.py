"""What nuScenes reads of its curves under weights of the samples."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._native import driving as native
from truebox.evaluation.protocols.driving.centers.curve_reading import (
    LEAST_PRECISION,
    NEAR,
    RECALLS,
    first_place,
    score_of_all,
)
from truebox.evaluation.states.quirks import Quirk

if TYPE_CHECKING:
    from truebox.evaluation.protocols.driving.centers.measures import CenterMeasure
    from truebox.evaluation.states.class_outcomes import OutcomeOrder
    from truebox.typing import AnyArray, FloatArray

__all__ = ["DrawnCenters"]

_ERRORS = 5


class DrawnCenters:
    """`CenterMeasure` of draws: each detection counts as often as its sample was drawn.

    Parameters
    ----------
    measure : CenterMeasure
    order : OutcomeOrder
        With the errors of each detection as its values.
    """

    def __init__(self, measure: CenterMeasure, order: OutcomeOrder) -> None:
        self._measure, self._distances = measure, order.hit.shape[1]
        rows = np.arange(len(order.score))
        if Quirk.TIE_ORDER not in measure.mended:
            category = np.repeat(np.arange(len(order.offsets) - 1), np.diff(order.offsets))
            rows = np.lexsort((-order.row, -order.score, category))
        errors = np.zeros((len(rows), _ERRORS)) if order.values is None else order.values[rows]
        self._measured = order.values is not None and measure.place < self._distances
        self._rows = native.CenterDraws(
            np.ascontiguousarray(order.offsets, dtype=np.int64),
            np.ascontiguousarray(order.score[rows], dtype=np.float64),
            np.ascontiguousarray(order.image[rows], dtype=np.int32),
            np.ascontiguousarray(order.hit[rows], dtype=np.uint8),
            np.ascontiguousarray(errors, dtype=np.float64),
            RECALLS,
            NEAR,
            Quirk.SCORE_STEPS in measure.mended,
            measure.place if self._measured else self._distances,
            order.images,
        )

    def __call__(self, weights: AnyArray, truths: AnyArray) -> AnyArray:
        measure, distances, classes = self._measure, self._distances, len(truths)
        precision = np.empty((classes, distances, len(RECALLS)))
        errors, whole = np.empty((classes, _ERRORS, len(RECALLS))), np.empty((classes, _ERRORS))
        last = np.empty(classes, dtype=np.int64)
        drawn, wanted = (np.ascontiguousarray(each, dtype=np.int64) for each in (weights, truths))
        self._rows.read(drawn, wanted, precision, errors, whole, last)
        values = np.full((classes, 2 + distances + _ERRORS), np.nan)
        above = np.maximum(precision[..., first_place(measure.mended) :] - LEAST_PRECISION, 0)
        values[:, 1 : 1 + distances] = above.mean(axis=2) / (1.0 - LEAST_PRECISION)
        values[:, 0] = values[:, 1 : 1 + distances].mean(axis=1)
        if self._measured:
            values[:, 1 + distances : -1] = self._errors(errors, whole, last)
        absent = truths == 0
        values[absent] = np.nan
        if Quirk.ABSENT_CLASS not in measure.mended:
            values[absent, : 1 + distances], values[absent, 1 + distances : -1] = 0.0, 1.0
        for k, without in enumerate((measure.without or ())[:classes]):
            values[k, values.shape[1] - 1 - without : -1] = np.nan
        known = values[~np.isnan(values[:, 0])]
        if measure.without is not None and len(known):
            values[:, -1] = score_of_all(known[:, 0], values[:, 1 + distances : -1])
        return values

    def _errors(self, sampled: FloatArray, whole: FloatArray, last: AnyArray) -> FloatArray:
        """The five of each class [K, 5]; -1 as the last recall: nothing is found."""
        mended = self._measure.mended
        first = first_place(mended)
        errors = np.ones((len(last), _ERRORS))
        for k in np.flatnonzero(last >= 0).tolist():
            if last[k] >= first:
                errors[k] = sampled[k, :, first : last[k] + 1].mean(axis=1)
            elif Quirk.LOW_RECALL in mended:
                errors[k] = whole[k]
        return errors
