"""The curves of protocols of centres: precision at 101 recalls, for each distance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.protocol import ShownCurve
from truebox.evaluation.protocols.driving.centers.curve_reading import RECALLS
from truebox.evaluation.states.class_outcomes import OutcomeOrder

if TYPE_CHECKING:
    from truebox.evaluation.states.class_outcomes import ClassOutcomes
    from truebox.evaluation.states.state import MatchState
    from truebox.typing import FloatArray

__all__ = ["curves_of_distances"]


def curves_of_distances(
    state: MatchState, precision_of: Callable[[ClassOutcomes, int], FloatArray]
) -> Sequence[ShownCurve]:
    """A curve for each distance; `precision_of` a class with truths and the place of a distance."""
    distances = state.parameters.iou_thresholds.tolist()
    order = OutcomeOrder(state, 0, state.parameters.max_detections[-1], np.arange(len(distances)))
    classes = order.as_it_is()
    curves = []
    for place, distance in enumerate(distances):
        held = [
            precision_of(each, place) if each.truths > 0 else np.full(len(RECALLS), np.nan)
            for each in classes
        ]
        label = f"{distance:g} m"
        curves.append(
            ShownCurve(label, f"AP[{distance:g}m]", RECALLS, np.array(held).reshape(-1, len(RECALLS)))
        )
    return curves
