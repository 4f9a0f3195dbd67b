"""Panoptic quality: every pixel belongs to one segment, and segments match by more than half."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox.evaluation.panoptic.evaluating import panoptic_result
from truebox.evaluation.protocol import Protocol

if TYPE_CHECKING:
    from truebox.evaluation.panoptic.result import PanopticResult
    from truebox.evaluation.protocol import Asked

__all__ = ["PROTOCOL"]

_TAKES = ("images", "threads")


def _evaluate(asked: Asked) -> PanopticResult:
    arguments = {name: asked.arguments[name] for name in _TAKES}
    return panoptic_result(asked.truth, asked.predictions, mode=asked.mode, **arguments)


PROTOCOL = Protocol(
    name="panoptic",
    title="Panoptic quality",
    reference="panopticapi",
    takes=frozenset(_TAKES) | {"fit_test"},  # which is of boxes, and has nothing to test here
    geometries=(),
    stated_by=("segments_info",),
    evaluate=_evaluate,
    leaves_out={
        "truths": "crowds, which excuse what lies in them",
        "detections": "those of which more than half is void or crowd",
    },
)
