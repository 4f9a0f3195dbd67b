"""Predictions of every n-th frame: the frames between are left out of the truth."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.evaluation.tracks.protocol import Selected, TrackProtocol
    from truebox.records import TrackedSequence, Tracks

__all__ = ["frames_counted", "only_stepped", "with_stepped_frames"]


def with_stepped_frames(found: Tracks, protocol: TrackProtocol) -> Tracks:
    """Predictions with the numbers that frames have in the truth.

    Those whose frames are already so far apart keep them; others count only the frames that they are of, from
    the first on.

    Raises
    ------
    ArgumentError
        The step is no whole number from 1 on, or the protocol measures whole tracks or pictures.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from truebox.evaluation import protocol_value
    >>> from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
    >>> rows = {"frames": [0, 1, 3], "ids": [1, 1, 1], "boxes": [[0, 0, 5, 5]] * 3}
    >>> side = replace(tracks_of_arrays(rows, "predictions"), frame_step=3)
    >>> with_stepped_frames(side, protocol_value("tracks")).sequences[0].frame.tolist()
    [0, 3, 9]
    """
    step = found.frame_step
    if isinstance(step, bool) or not isinstance(step, int | np.integer) or step < 1:
        raise ArgumentError(f"frame_step: {step!r} is not possible. Fix: pass a whole number from 1 on.")
    if step == 1:
        return found
    if protocol.maps is not None or protocol.region_masks is not None or protocol.measures_teta:
        raise ArgumentError(
            f"frame_step: protocol {protocol.name!r} measures whole tracks, and its results name their "
            "pictures or have one entry for each frame: one without any is a frame where nothing was found. "
            "Fix: leave frame_step out."
        )
    sequences = tuple(
        each
        if len(np.unique(each.frame % step)) <= 1 and _spread(each) >= step
        else replace(each, frame=each.frame * np.int32(step), length=each.length * step)
        for each in found.sequences
    )
    return replace(found, sequences=sequences)


def _spread(side: TrackedSequence) -> int:
    """From the first frame to the last; of one frame none."""
    return int(side.frame.max() - side.frame.min()) if len(side) else 0


def only_stepped(selected: Selected, pair: tuple[TrackedSequence, TrackedSequence], step: int) -> Selected:
    """Without the truths of other frames."""
    if step == 1:
        return selected
    true, found = pair
    frame = true.frame if selected.truth is None else true.frame[selected.truth]
    role = np.where(frame % step == _first(found, step), selected.truth_role, 0).astype(np.uint8)
    return replace(selected, truth_role=role)


def frames_counted(true: TrackedSequence, found: TrackedSequence, step: int) -> int:
    """How many frames of a sequence are evaluated."""
    return len(range(_first(found, step), true.length, step))


def _first(found: TrackedSequence, step: int) -> int:
    return int(found.frame[0]) % step if len(found) else 0
