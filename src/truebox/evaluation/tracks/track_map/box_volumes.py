"""Overlap of whole tracks of boxes: what they share over all frames, of what either covers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.records import TrackedSequence
    from truebox.typing import AnyArray, FloatArray, Int64Array, Mode

__all__ = ["box_volume_overlaps"]

_NEAR = 0.49
"""Below, no threshold is reached, whatever the order of sums."""


def box_volume_overlaps(
    found: TrackedSequence,
    found_tracks: Int64Array,
    truth: TrackedSequence,
    true_tracks: Int64Array,
    mode: Mode,
) -> FloatArray:
    """Intersection over union of tracks of boxes in space and time.

    Parameters
    ----------
    found, truth : TrackedSequence
        With boxes x, y, width, height. Of two rows of a track in a frame the last counts.
    found_tracks, true_tracks : int64 arrays [D], [G]
        Ids; one without rows overlaps nothing.
    mode : {"strict", "corrected"}
        In strict mode frames are added in the order in which a set of the numbers of their pictures has
        them, as the reference does; else in order of time.

    Returns
    -------
    float64 array [D, G]
        A frame that only one of both is in adds its area to the union.

    Examples
    --------
    >>> from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
    >>> boxes = np.array([[0.0, 0, 4, 2], [0, 0, 4, 2]])
    >>> side = tracks_of_arrays({"frames": [0, 1], "ids": [7, 7], "boxes": boxes}, "truth").sequences[0]
    >>> half = tracks_of_arrays({"frames": [0], "ids": [3], "boxes": boxes[:1]}, "found").sequences[0]
    >>> box_volume_overlaps(half, np.array([3]), side, np.array([7]), "strict").tolist()
    [[0.5]]
    """
    overlaps = np.zeros((len(found_tracks), len(true_tracks)))
    if not overlaps.size:
        return overlaps
    mine = [_by_frame(found, int(track)) for track in found_tracks]
    true = [_by_frame(truth, int(track)) for track in true_tracks]
    for d, (own, own_boxes) in enumerate(mine):
        own_area = float((own_boxes[:, 2] * own_boxes[:, 3]).sum())
        for g, (other, boxes) in enumerate(true):
            _, at, there = np.intersect1d(own, other, assume_unique=True, return_indices=True)
            if not len(at):
                continue
            common = _common(own_boxes[at], boxes[there])
            area = float((boxes[:, 2] * boxes[:, 3]).sum())
            shared = float(common.sum())
            union = own_area + area - shared
            overlaps[d, g] = shared / union if union > 0 else 0.0
            if mode == "strict" and overlaps[d, g] > _NEAR:
                overlaps[d, g] = _as_added_by_pictures(
                    truth.pictures, dict(zip(own.tolist(), own_boxes, strict=True)), other.tolist(), boxes
                )
    return overlaps


def _by_frame(side: TrackedSequence, track: int) -> tuple[AnyArray, FloatArray]:
    """Frames of a track in order, each once, and its boxes."""
    rows = np.flatnonzero(side.track == track)
    rows = rows[np.argsort(side.frame[rows], kind="stable")]
    frame = side.frame[rows]
    last = np.append(frame[1:] != frame[:-1], True)[: len(rows)]
    return frame[last], side.boxes[rows[last]]


def _common(a: FloatArray, b: FloatArray) -> FloatArray:
    width = np.minimum(a[:, 0] + a[:, 2], b[:, 0] + b[:, 2]) - np.maximum(a[:, 0], b[:, 0])
    height = np.minimum(a[:, 1] + a[:, 3], b[:, 1] + b[:, 3]) - np.maximum(a[:, 1], b[:, 1])
    return np.maximum(width, 0) * np.maximum(height, 0)  # type: ignore[no-any-return]


def _as_added_by_pictures(
    pictures: Int64Array | None, own: dict[int, FloatArray], frames: list[int], boxes: FloatArray
) -> float:
    name = (lambda frame: frame) if pictures is None else pictures.tolist().__getitem__
    true = {name(frame): box for frame, box in zip(frames, boxes, strict=True)}
    mine = {name(frame): box for frame, box in own.items()}
    shared = union = 0.0
    # Sets of keys, as the reference makes them: one made of the mapping itself has another order.
    for picture in set(true.keys()) | set(mine.keys()):
        one, two = mine.get(picture), true.get(picture)
        if one is not None and two is not None:
            common = float(_common(one[None], two[None])[0])
            shared += common
            union += float(one[2] * one[3] + two[2] * two[3] - common)
        else:
            alone = one if two is None else two
            assert alone is not None
            union += float(alone[2] * alone[3])
    return shared / union if union > 0 else 0.0
