"""TAO: tracks of many classes, some labelled in each video, by average precision of whole tracks and HOTA."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.errors import InputError
from truebox.evaluation.tracks.evaluating import evaluate_asked
from truebox.evaluation.tracks.protocol import COUNTS, Selected, TrackProtocol
from truebox.evaluation.tracks.track_map.rules import TrackMapRules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.evaluation.tracks.protocol import TrackClassId
    from truebox.records import TrackedSequence, Tracks
    from truebox.typing import Mode

__all__ = ["PROTOCOL"]

_FORMAT = "tao"


def _classes(truth: Tracks, predictions: Tracks) -> Sequence[TrackClassId]:
    """Those of which any video has a track."""
    for side in (truth, predictions):
        if any(each.whole is None or each.masks is not None for each in side.sequences):
            problem = f"these are tracks of {side.source.format}, and TAO evaluates its own JSON"
            fix = "give files as TAO has them, or evaluate with --protocol tracks"
            raise InputError("E-581", side.source.name, problem, fix)
    unsaid = next((each for each in truth.sequences if each.labelled is None), None)
    if unsaid is not None:
        problem = f"the video {unsaid.name} does not say which classes it has labels for"
        fix = (
            "write neg_category_ids and not_exhaustive_category_ids of every video, [] where there are none, "
            "or evaluate with --protocol tracks"
        )
        raise InputError("E-441", truth.source.name, problem, fix)
    seen = {number for each in truth.sequences if each.labelled for number in each.labelled.present}
    return tuple((number, name) for number, name in truth.classes.items() if number in seen)


def _select(truth: TrackedSequence, predictions: TrackedSequence, number: int, mode: Mode) -> Selected:
    """Unmatched predictions are left out where nobody may have looked for the class."""
    labelled = truth.labelled
    assert labelled is not None
    true, found = truth.label == number, predictions.label == number
    if mode == "strict":  # frames without any label are not looked at
        found &= np.isin(predictions.frame, truth.frame)
    frame = predictions.frame[found]
    open_ended = np.full(len(frame), number in labelled.incomplete)
    if number not in labelled.absent:
        open_ended |= ~np.isin(frame, truth.frame[true])
    return Selected(
        truth=true,
        predictions=found,
        truth_role=np.full(int(true.sum()), COUNTS, dtype=np.uint8),
        prediction_role=open_ended.astype(np.uint8),
    )


def _recognises(truth: Tracks, predictions: Tracks) -> str:
    both = truth.source.format == _FORMAT and (
        predictions.source.format == _FORMAT or not predictions.sequences
    )
    if both and all(each.labelled is not None for each in truth.sequences):
        return "the truth says of every video which classes it has labels for, as TAO does"
    return ""


PROTOCOL = TrackProtocol(
    name="tao",
    title="TAO",
    reference="TrackEval 1.3.0",
    takes=frozenset({"threads", "fit_test"}),
    classes=_classes,
    select=_select,
    ids_of_kept=True,
    beforehand=0.5,
    leaves_out={
        "detections": "those of classes that may lack labels there, and find nothing",
        "found tracks": "the same of whole tracks, in AP at IoU 0.5",
    },
    most_boxes=300,
    own_labels=True,
    maps=TrackMapRules(
        areas=(("area_s", 0.0, 32.0**2), ("area_m", 32.0**2, 96.0**2), ("area_l", 96.0**2, 1e5**2)),
        lengths=(("time_s", 0.0, 3.0), ("time_m", 3.0, 10.0), ("time_l", 10.0, 1e5)),
        limits=(),
        numbered="as written",
    ),
    measures_teta=True,
    evaluate=evaluate_asked,
    recognises=_recognises,
)
