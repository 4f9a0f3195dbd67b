"""MOT15: every truth with a flag is a pedestrian, and no prediction is left out."""

from __future__ import annotations

from truebox.evaluation.tracks.evaluating import evaluate_asked
from truebox.evaluation.tracks.protocol import TrackProtocol
from truebox.evaluation.tracks.sides.selection import pedestrians, select_flagged

__all__ = ["PROTOCOL"]

PROTOCOL = TrackProtocol(
    name="mot15",
    title="MOT15",
    reference="TrackEval 1.3.0",
    takes=frozenset({"threads", "fit_test"}),
    classes=pedestrians,
    select=select_flagged,
    leaves_out={"truths": "rows of which the flag is 0"},
    evaluate=evaluate_asked,
)
