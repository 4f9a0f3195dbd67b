"""Predicted boxes that are all too large, or lie all to one side of the true ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox import overlap as measures
from truebox.evaluation.tracks.sides.layouts import boxes_read_as
from truebox.records import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from truebox.evaluation.tracks.result import MatchedTracks, TrackResult
    from truebox.typing import AnyArray, FloatArray

__all__ = ["common_offset"]

_CLOSE = 0.85
"""Mean overlap of matched boxes above which they fit."""
_FEWEST_PAIRS, _FEWEST_TRACKS, _MOST_PAIRS = 200, 10, 3_000
_OFF = 0.04
_GAINED, _BETTER = 0.05, 0.8
"""In the mean, and in so many of the tracks."""


def common_offset(result: TrackResult) -> Iterator[Finding]:
    """What to say (W-588) where matched boxes moved or scaled all alike overlap far more, track by track.

    Parameters
    ----------
    result : TrackResult
        Of boxes; of masks nothing is said.
    """
    if result.truth.has_masks or result.predictions.has_masks or not _far_apart(result):
        return
    true, found, track = _pairs(result)
    if len(true) < _FEWEST_PAIRS or not _may_be_off(true, found):
        return
    given = measures.elementwise_iou(true, found, box_format="cxcywh")
    best, words, best_overlap = float(given.mean()), "", given
    for moved, said in _readings(true, found):
        other = measures.elementwise_iou(true, moved, box_format="cxcywh")
        if float(other.mean()) > best:
            best, words, best_overlap = float(other.mean()), said, other
    tracks, counts = np.bincount(track, weights=best_overlap - given), np.bincount(track)
    better = tracks[counts > 0] > 0
    if best < float(given.mean()) + _GAINED or len(better) < _FEWEST_TRACKS or better.mean() < _BETTER:
        return
    yield Finding(
        "W-588",
        f"{result.predictions.source.name}: boxes lie beside their objects all alike: those matched would "
        f"overlap by {best:.2f} in the mean instead of {float(given.mean()):.2f} if they were {words}",
    )


def _far_apart(result: TrackResult) -> bool:
    matched = float(result.state.sums["clear_tp"].sum())
    return matched >= _FEWEST_PAIRS and result.state.sums["clear_similarity"].sum() < _CLOSE * matched


def _may_be_off(true: FloatArray, found: FloatArray) -> bool:
    """Whether the middle of steps or of sizes is off at all."""
    step = np.abs(_middle((true[:, :2] - found[:, :2]) / found[:, 2:]))
    scale = np.abs(_middle(np.log(true[:, 2:] / found[:, 2:])))
    return bool(max(step.max(), scale.max()) > _OFF)


def _pairs(result: TrackResult) -> tuple[FloatArray, FloatArray, AnyArray]:
    """Matched boxes of both sides as centres and sizes [N, 4], and the true track of each, from 0."""
    sides: list[tuple[FloatArray, FloatArray, AnyArray]] = []
    total = sum(len(cell.partner_of_truth) for cell in result.matched)
    step, tracks = max(1, total // _MOST_PAIRS), 0
    for cell in result.matched:
        sides.append(_of_cell(result, cell, step, tracks))
        tracks += len(cell.true_ids)
    if not sides:
        return np.zeros((0, 4)), np.zeros((0, 4)), np.zeros(0, dtype=np.int64)
    true, found, track = (np.concatenate([side[k] for side in sides]) for k in range(3))
    sound = (true[:, 2:] > 0).all(axis=1) & (found[:, 2:] > 0).all(axis=1)
    return true[sound], found[sound], track[sound]


def _of_cell(
    result: TrackResult, cell: MatchedTracks, step: int, tracks: int
) -> tuple[FloatArray, FloatArray, AnyArray]:
    true, found = result.truth.sequences[cell.sequence], result.predictions.sequences[cell.sequence]
    partner = cell.partner_of_truth[::step]
    here = np.flatnonzero(partner >= 0) * step
    there = cell.partner_of_truth[here]
    if cell.chosen_predictions is not None:
        there = np.flatnonzero(cell.chosen_predictions)[there]
    if cell.chosen_truths is not None:
        here = np.flatnonzero(cell.chosen_truths)[here]
    return (
        _centred(true.boxes[here], result.truth.layout),
        _centred(found.boxes[there], result.predictions.layout),
        tracks + np.searchsorted(cell.true_ids, true.attributes.get("number", true.track)[here]),
    )


def _centred(boxes: FloatArray, layout: str) -> FloatArray:
    x, y, width, height = boxes_read_as(boxes, layout, "xywh").T
    return np.stack([x + width / 2, y + height / 2, width, height], axis=1)


def _readings(true: FloatArray, found: FloatArray) -> Iterator[tuple[FloatArray, str]]:
    """Boxes moved by the median step in pixels, or by that in their sizes, and scaled by the median ratio."""
    step = _middle(true[:, :2] - found[:, :2])
    moved = found.copy()
    moved[:, :2] += step
    yield moved, f"moved by {step[0]:+.1f} in x and {step[1]:+.1f} in y"
    scale = np.exp(_middle(np.log(true[:, 2:] / found[:, 2:])))
    scaled = found.copy()
    scaled[:, 2:] *= scale
    wide = f"{scale[0]:.2f} times as wide and {scale[1]:.2f} times as high about their middles"
    yield scaled, wide
    part = _middle((true[:, :2] - found[:, :2]) / found[:, 2:])
    shifted = found.copy()
    shifted[:, :2] += part * found[:, 2:]
    said = f"moved by {part[0]:+.0%} of their width and {part[1]:+.0%} of their height"
    yield shifted, said
    shifted = shifted.copy()
    shifted[:, 2:] *= scale
    yield shifted, f"{said}, and {wide}"


def _middle(values: FloatArray) -> FloatArray:
    """The median of each column, without the masked arrays that numpy's loads."""
    middle: FloatArray = np.partition(values, len(values) // 2, axis=0)[len(values) // 2]
    return middle
