"""The form that both benchmarks of tracked masks share: a class of its own, and regions to be ignored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.evaluation.tracks.protocol import COUNTS, Selected, TrackProtocol
from truebox.evaluation.tracks.sides.mask_sides import refuse_other_masks, refuse_overlapping
from truebox.evaluation.tracks.similarities.mask_overlaps import inside_ignored
from truebox.evaluation.tracks.similarities.slack import slack

if TYPE_CHECKING:
    from truebox.evaluation.protocol import Asked
    from truebox.evaluation.tracks.protocol import TrackClassId
    from truebox.records import TrackedSequence, Tracks
    from truebox.typing import Mode

__all__ = ["mots_protocol"]

_MOST_IGNORED = 0.5


def _classes(
    truth: Tracks, predictions: Tracks, *, classes: tuple[TrackClassId, ...]
) -> Sequence[TrackClassId]:
    refuse_other_masks(truth, predictions, needed=True)
    refuse_overlapping(truth)
    refuse_overlapping(predictions)
    return classes


def _select(truth: TrackedSequence, predictions: TrackedSequence, number: int, mode: Mode) -> Selected:
    """Rows of the class; predictions that no truth is assigned to are left out in ignored regions."""
    true, found = truth.label == number, predictions.label == number
    limit = _MOST_IGNORED + slack(mode)
    inside = inside_ignored(predictions, np.flatnonzero(found), truth, limit)
    return Selected(
        truth=true,
        predictions=found,
        truth_role=np.full(int(true.sum()), COUNTS, dtype=np.uint8),
        prediction_role=inside.astype(np.uint8),
    )


def mots_protocol(
    *,
    name: str,
    title: str,
    classes: Sequence[TrackClassId],
    evaluate: Callable[[Asked], Any],
    recognises: Callable[[Tracks, Tracks], str],
) -> TrackProtocol:
    """A protocol of masks that overlap nowhere, with some classes.

    Examples
    --------
    >>> own = mots_protocol(
    ...     name="own", title="Own", classes=((3, "bus"),), evaluate=print, recognises=lambda *_: ""
    ... )
    >>> own.counts_pairs, own.beforehand
    (True, 0.5)
    """
    return TrackProtocol(
        name=name,
        title=title,
        reference="TrackEval 1.3.0",
        takes=frozenset({"threads", "fit_test"}),
        classes=partial(_classes, classes=tuple(classes)),
        select=_select,
        beforehand=0.5,
        counts_pairs=True,
        leaves_out={
            "truths": "classes that are not evaluated",
            "pixels": "ignored regions, which excuse what lies in them and finds nothing",
            "detections": "classes that are not evaluated; what lies in ignored regions and finds nothing",
        },
        evaluate=evaluate,
        recognises=recognises,
    )
