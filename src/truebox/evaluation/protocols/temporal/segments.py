"""What protocols of temporal action detection share: segments are boxes one high, along the axis of time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox import fitting
from truebox.evaluation.protocol import EVERY_ARGUMENT, DetectionProtocol
from truebox.evaluation.protocols.coco import threshold_name
from truebox.evaluation.question import Question
from truebox.evaluation.states.accumulation import PrecisionRule
from truebox.evaluation.states.parameters import CocoParameters, without_sizes
from truebox.evaluation.states.quirks import QUIRKS, Quirk

if TYPE_CHECKING:
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Truth

__all__ = ["temporal"]


def temporal(
    name: str, title: str, reference: str, thresholds: tuple[float, float, int]
) -> DetectionProtocol:
    """The protocol of a challenge.

    Parameters
    ----------
    name, title, reference : str
        Of the protocol.
    thresholds : (float, float, int)
        The first and last overlap in time, and how many in between and with these.
    """

    def defaults(geometry: str, mended: Quirk) -> CocoParameters:
        steps = np.linspace(*thresholds)
        return without_sizes(name, geometry, steps.round(2) if Quirk.LINSPACE in mended else steps)

    return DetectionProtocol(
        name=name,
        title=title,
        reference=reference,
        takes=EVERY_ARGUMENT - {"recall_thresholds", "area_ranges"},
        defaults=defaults,
        questions=_questions,
        precision=PrecisionRule.AREA,
        ties_by_file=True,
        unit="videos",
        other_readings=fitting.fits_of_segments,
        quirks=Quirk.TIE_ORDER | Quirk.LINSPACE,
        reported=tuple(entry for entry in QUIRKS if entry.quirk == Quirk.TIE_ORDER),
    )


def _questions(state: MatchState, truth: Truth | None) -> list[Question]:
    """The mean over the thresholds, each of them, and how much is found."""
    del truth
    cap = state.parameters.max_detections[-1]
    named = {threshold_name(round(float(each), 4)): float(each) for each in state.parameters.iou_thresholds}
    return [
        Question("AP", True, "all", cap),
        *(Question(f"AP{key}", True, "all", cap, value) for key, value in named.items()),
        Question("AR", False, "all", cap),
    ]
