"""J and F of one sequence, as DAVIS measures them for proposals without supervision.

Sources: F. Perazzi et al., 2016; S. Caelles et al., The 2019 DAVIS Challenge on VOS, 2019. The order of sums
is that of TrackEval 1.3.0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.evaluation.tracks.regions.outlines import outline_fit, outline_tolerance
from truebox.evaluation.tracks.regions.partners import FrameOverlaps, assigned
from truebox.evaluation.tracks.similarities.slack import slack
from truebox.masks import decode_masks

if TYPE_CHECKING:
    from truebox.masks import Masks
    from truebox.records import TrackedSequence
    from truebox.typing import AnyArray, FloatArray, Mode

__all__ = ["REGION_FIELDS", "given_objects", "joined_regions", "measure_given", "measure_regions"]

REGION_FIELDS = ("J-Mean", "J-Recall", "J-Decay", "F-Mean", "F-Recall", "F-Decay", "J&F")
_COUNT = "num_gt_tracks"
_ENOUGH = 0.5
_QUARTERS = 4
_NOT_COUNTED = (1, -1)  # of given objects, the first and the last frame


def measure_regions(
    truth: TrackedSequence,
    true_rows: AnyArray,
    found: TrackedSequence,
    found_rows: AnyArray,
    masks: Masks,
    *,
    mode: Mode,
) -> dict[str, Any]:
    """J, F, their recall and decay of one sequence.

    Every true track has the predicted one that makes the sum of mean J largest; one without a partner
    counts 0, further predicted tracks cost nothing.

    Parameters
    ----------
    truth, found : TrackedSequence
        With masks.
    true_rows, found_rows : int64 arrays
        The rows that take part.
    masks : Masks
        Of `found_rows`, as they are compared.
    mode : {"strict", "corrected"}
        In strict mode quarters of sequences of more than 256 frames are those of the reference, whose places
        are cut to 8 bits.
    """
    true_masks = _masks(truth)[true_rows]
    true_ids, true_track = np.unique(truth.track[true_rows], return_inverse=True)
    found_ids, found_track = np.unique(found.track[found_rows], return_inverse=True)
    if not len(true_ids):
        return {**dict.fromkeys(REGION_FIELDS, np.nan), _COUNT: 0}
    frames = truth.length
    mine = (found.frame[found_rows], found_track.reshape(-1), masks)
    other = (truth.frame[true_rows], true_track.reshape(-1), true_masks)
    overlaps = FrameOverlaps(frames, mine, other, len(found_ids), len(true_ids))
    count = max(len(found_ids), len(true_ids))
    quality = np.array([overlaps.of(k).mean(axis=1) for k in range(count)])
    rows, columns = assigned(quality)
    region = np.array([overlaps.of(int(k))[g] for k, g in zip(rows, columns, strict=True)])
    shape = np.array(
        [
            _outlines(_by_frame(mine, int(k)), _by_frame(other, int(g)), frames)
            for k, g in zip(rows, columns, strict=True)
        ]
    )
    fields = {**_numbers("J", region, mode), **_numbers("F", shape, mode)}
    fields["J&F"] = (fields["J-Mean"] + fields["F-Mean"]) / 2
    return {**fields, _COUNT: len(true_ids)}


def measure_given(
    truth: TrackedSequence,
    true_rows: AnyArray,
    found: TrackedSequence,
    found_rows: AnyArray,
    masks: Masks,
    *,
    mode: Mode,
) -> dict[str, Any]:
    """The same of objects that are given in the first frame and keep their numbers: nothing is assigned.

    There are as many objects as the largest number in the first frame says; the first and the last frame do
    not count. Parameters are those of `measure_regions`.
    """
    objects = given_objects(truth)
    if not objects or truth.length <= len(_NOT_COUNTED):
        return {**dict.fromkeys(REGION_FIELDS, np.nan), _COUNT: 0}
    frames = truth.length
    mine = (found.frame[found_rows], found.track[found_rows] - 1, masks)
    other = (truth.frame[true_rows], truth.track[true_rows] - 1, _masks(truth)[true_rows])
    overlaps = FrameOverlaps(frames, mine, other, objects, objects)
    counted = slice(*_NOT_COUNTED)
    region = np.array([overlaps.of(k)[k][counted] for k in range(objects)])
    shape = np.array(
        [_outlines(_by_frame(mine, k), _by_frame(other, k), frames)[counted] for k in range(objects)]
    )
    numbers = [_numbers(letter, each, mode, enough=_ENOUGH) for letter, each in (("J", region), ("F", shape))]
    fields = {**numbers[0], **numbers[1]}
    fields["J&F"] = (fields["J-Mean"] + fields["F-Mean"]) / 2
    return {**fields, _COUNT: objects}


def given_objects(truth: TrackedSequence) -> int:
    """The largest number of an object in the first frame."""
    return int(truth.track[truth.frame == 0].max(initial=0))


def joined_regions(parts: list[Any], mode: Mode) -> dict[str, Any]:
    """The mean over sequences, each by its number of true tracks."""
    if mode == "corrected":
        parts = [part for part in parts if part[_COUNT]] or parts
    total = sum(part[_COUNT] for part in parts)
    found: dict[str, Any] = {
        name: sum(part[name] * part[_COUNT] for part in parts) / np.maximum(1.0, total)
        for name in REGION_FIELDS
    }
    return {**found, _COUNT: total}


def _numbers(letter: str, values: FloatArray, mode: Mode, enough: float | None = None) -> dict[str, Any]:
    """Mean, recall and decay of [G, T], each the mean over tracks."""
    if enough is None:
        enough = _ENOUGH + slack(mode)
    places = np.round(np.linspace(1, values.shape[1], _QUARTERS + 1) + 1e-10) - 1
    bounds = (places.astype(np.uint8) if mode == "strict" else places.astype(np.int64)).tolist()
    decay = [
        _mean(track[bounds[0] : bounds[1] + 1]) - _mean(track[bounds[3] : bounds[4] + 1]) for track in values
    ]
    return {
        f"{letter}-Mean": np.mean([track.mean() for track in values]),
        f"{letter}-Recall": np.mean([(track > enough).mean() for track in values]),
        f"{letter}-Decay": np.mean(decay),
    }


def _mean(values: FloatArray) -> float:
    return float(values.mean()) if len(values) else float("nan")


def _masks(side: TrackedSequence) -> Masks:
    assert side.masks is not None
    return side.masks


def _by_frame(side: tuple[AnyArray, AnyArray, Masks], track: int) -> dict[int, Masks]:
    rows = np.flatnonzero(side[1] == track)
    return {int(side[0][row]): side[2][[row]] for row in rows.tolist()}


def _outlines(found: dict[int, Masks], true: dict[int, Masks], frames: int) -> list[float]:
    values = []
    for frame in range(frames):
        one, other = found.get(frame), true.get(frame)
        if one is None or other is None:
            held = one if other is None else other
            values.append(1.0 if held is None or _is_plain(held) else 0.0)
            continue
        mine, theirs = decode_masks(one)[0].astype(bool), decode_masks(other)[0].astype(bool)
        values.append(outline_fit(mine, theirs, outline_tolerance(mine.shape)))
    return values


def _is_plain(mask: Masks) -> bool:
    """Whether it has no outline: nothing is covered, or everything."""
    pixels = decode_masks(mask)[0]
    return bool((pixels == pixels.flat[0]).all())
