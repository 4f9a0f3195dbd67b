"""Predictions of every n-th frame: the frames between are left out of the truth."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox.errors import ArgumentError
from truebox.masks import mask_area
from truebox.records import IgnoredRegions, WholeTracks, whole_tracks_of_boxes

if TYPE_CHECKING:
    from truebox.evaluation.tracks.protocol import Selected
    from truebox.records import TrackedSequence, Tracks
    from truebox.typing import AnyArray, FloatArray

__all__ = [
    "counted_alone",
    "frames_counted",
    "frames_listed",
    "only_stepped",
    "ordinal",
    "step_told",
    "truth_of_step",
    "with_stepped_frames",
]


def refuse_other_steps(step: int) -> None:
    """Refuse what is no step.

    Raises
    ------
    ArgumentError
        It is no whole number from 1 on.

    Examples
    --------
    >>> refuse_other_steps(3)
    """
    if isinstance(step, bool) or not isinstance(step, int | np.integer) or step < 1:
        raise ArgumentError(f"frame_step: {step!r} is not possible. Fix: pass a whole number from 1 on.")


def with_stepped_frames(found: TrackedSequence, step: int, frames: int = 0) -> TrackedSequence:
    """Predictions, of frames from 0, with the numbers that frames have in the truth.

    Those whose frames are already so far apart keep them; others count only the frames that they are of, from
    the first on: so do all that list fewer frames than the truth has.

    Examples
    --------
    >>> from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
    >>> rows = {"frames": [0, 1, 3], "ids": [1, 1, 1], "boxes": [[0, 0, 5, 5]] * 3}
    >>> with_stepped_frames(tracks_of_arrays(rows, "predictions").sequences[0], 3).frame.tolist()
    [0, 3, 9]
    """
    if step == 1:
        return found
    listed = _listed(found)
    lists_fewer = listed > 0 and listed == frames_listed(frames, step)[1] != frames
    if not lists_fewer and len(np.unique(found.frame % step)) <= 1 and _spread(found) >= step:
        return found
    return replace(found, frame=found.frame * np.int32(step))


def _listed(found: TrackedSequence) -> int:
    """Frames that the source lists, also empty ones; 0 where it lists none."""
    if found.whole is not None and found.masks is not None:
        return int(found.whole.listed.max(initial=0))
    return found.length if {"picture", "within"} & set(found.attributes) else 0


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


def truth_of_step(truth: Tracks, predictions: Tracks) -> Tracks:
    """The truth without the frames between, also of what is said of whole tracks.

    A track that is in none of the others is none; the area of one is the mean over those.
    """
    step = predictions.frame_step
    if step == 1:
        return truth
    pairs = zip(truth.sequences, predictions.sequences, strict=True)
    return replace(truth, sequences=tuple(_of_step(true, _first(found, step), step) for true, found in pairs))


def _of_step(true: TrackedSequence, first: int, step: int) -> TrackedSequence:
    rows = np.flatnonzero(true.frame % step == first)
    masks = None if true.masks is None else true.masks[rows]
    kept = replace(
        true,
        frame=true.frame[rows],
        track=true.track[rows],
        boxes=true.boxes[rows],
        label=true.label[rows],
        score=true.score[rows],
        attributes={name: values[rows] for name, values in true.attributes.items()},
        masks=masks,
    )
    if true.whole is None:
        return kept
    if masks is None:
        whole = whole_tracks_of_boxes(kept.frame, kept.track, kept.label, kept.score, kept.boxes)
        return replace(kept, whole=whole)
    return replace(kept, whole=_seen(true.whole, kept.track, np.asarray(mask_area(masks), dtype=np.float64)))


def _seen(whole: WholeTracks, track: AnyArray, area: FloatArray) -> WholeTracks:
    """Of whole tracks of masks those that have rows, with the mean of their areas."""
    seen = np.flatnonzero(np.isin(whole.track, track))
    means = [area[(track == each) & (area > 0)] for each in whole.track[seen].tolist()]
    return WholeTracks(
        track=whole.track[seen],
        label=whole.label[seen],
        score=whole.score[seen],
        area=np.array([each.mean() if len(each) else 0.0 for each in means]),
        crowd=whole.crowd[seen],
        listed=whole.listed[seen],
    )


def counted_alone(
    true: TrackedSequence, found: TrackedSequence, step: int
) -> tuple[TrackedSequence, TrackedSequence]:
    """Both sides with the frames that are evaluated numbered one after another, for means over frames.

    Examples
    --------
    >>> from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
    >>> rows = {"frames": [1, 4], "ids": [1, 1], "boxes": [[0, 0, 5, 5]] * 2, "length": 8}
    >>> side = tracks_of_arrays(rows, "truth").sequences[0]
    >>> one, _ = counted_alone(side, side, 3)
    >>> one.frame.tolist(), one.length
    ([0, 1], 3)
    """
    if step == 1:
        return true, found
    first, length = _first(found, step), frames_counted(true, found, step)
    regions = true.regions
    if regions is not None:
        at = np.flatnonzero(regions.frame % step == first)
        regions = IgnoredRegions(frame=regions.frame[at] // np.int32(step), masks=regions.masks[at])
    sides = [replace(side, frame=side.frame // np.int32(step), length=length) for side in (true, found)]
    return replace(sides[0], regions=regions), sides[1]


def frames_counted(true: TrackedSequence, found: TrackedSequence, step: int) -> int:
    """How many frames of a sequence are evaluated."""
    return len(range(_first(found, step), true.length, step))


def frames_listed(frames: int, step: int) -> tuple[int, int]:
    """How many frames results may list of so many: all, or those of the step, from the first on.

    Examples
    --------
    >>> frames_listed(7, 3)
    (7, 3)
    """
    return frames, len(range(0, frames, step))


def step_told(frames: int, listed: int) -> str:
    """What is to be passed where results list every n-th frame alone, as a further way to mend it.

    Examples
    --------
    >>> step_told(60, 20), step_told(60, 59)
    ('; of every 3rd frame, pass --frame-step 3', '')
    """
    step = round(frames / listed) if listed else 0
    if step < 2 or len(range(0, frames, step)) != listed:
        return ""
    return f"; of every {ordinal(step)} frame, pass --frame-step {step}"


def ordinal(number: int) -> str:
    """A number from 2 on as in "every 3rd".

    Examples
    --------
    >>> ordinal(2), ordinal(3), ordinal(10)
    ('2nd', '3rd', '10th')
    """
    return {2: "2nd", 3: "3rd"}.get(number, f"{number}th")


def _first(found: TrackedSequence, step: int) -> int:
    return int(found.frame[0]) % step if len(found) else 0
