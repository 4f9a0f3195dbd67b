"""Which predicted tracks of a video and class meet which true ones, at each threshold and in each range."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.tracks.similarities.slack import EPSILON, slack
from truebox.evaluation.tracks.track_map.box_volumes import box_volume_overlaps
from truebox.evaluation.tracks.track_map.volumes import volume_overlaps

if TYPE_CHECKING:
    from truebox.evaluation.tracks.track_map.rules import TrackMapRules
    from truebox.records import TrackedSequence, WholeTracks
    from truebox.typing import AnyArray, BoolArray, FloatArray, Int64Array, Mode

__all__ = ["CellMatches", "map_thresholds", "match_tracks"]

_ALMOST = 1 - 1e-10


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CellMatches:
    """The tracks of one video and class, matched; M ranges, T thresholds, D predictions by falling score.

    Parameters
    ----------
    score : float64 array [D]
    matched, ignored : bool arrays [M, T, D]
        Ignored predictions are neither right nor wrong.
    truths : int64 array [M]
        How many true tracks count in each range.

    Examples
    --------
    >>> none = np.zeros((1, 10, 0), dtype=bool)
    >>> CellMatches(score=np.empty(0), matched=none, ignored=none, truths=np.array([2])).is_empty
    False
    """

    score: FloatArray
    matched: BoolArray
    ignored: BoolArray
    truths: Int64Array
    true_tracks: int = 1

    @property
    def is_empty(self) -> bool:
        """Whether there is no track on either side."""
        return not (len(self.score) or self.true_tracks)


def map_thresholds(mode: Mode) -> FloatArray:
    """The ten overlaps; in strict mode some miss their decimals, as those of the reference do.

    Examples
    --------
    >>> map_thresholds("corrected").tolist() == [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95]
    True
    """
    return np.arange(10, 20) / 20 if mode == "corrected" else np.arange(0.5, 0.96, 0.05)


def match_tracks(
    truth: TrackedSequence,
    found: TrackedSequence,
    number: int,
    rules: TrackMapRules,
    mode: Mode,
    *,
    unnumbered: int | None = None,
) -> CellMatches:
    """Match the tracks of one class: by falling score, each takes the best true track that is free.

    Parameters
    ----------
    truth, found : TrackedSequence
        With what is said of whole tracks.
    number : int
        Of the class.
    rules : TrackMapRules
        The ranges of areas and lengths.
    mode : {"strict", "corrected"}
        Whether thresholds miss their decimals, as those of the reference.
    unnumbered : int, optional
        The id of the predicted track that the reference numbers 0: in strict mode it leaves its truth free.
    """
    labelled = truth.labelled
    true, mine = _of_class(truth.whole, number), _of_class(found.whole, number)
    if labelled is not None and number not in labelled.looked_for:
        mine = _of_class(found.whole, None)
    order = np.argsort(-mine.score, kind="stable")
    tracks = mine.track[order]
    if found.masks is None and truth.masks is None:
        overlaps = box_volume_overlaps(found, tracks, truth, true.track, mode)
    else:
        overlaps = volume_overlaps(found, tracks, truth, true.track)
    thresholds = map_thresholds(mode)
    spare = slack(mode)
    takes = tracks != unnumbered if mode == "strict" else np.ones(len(tracks), dtype=bool)
    matched = np.zeros((len(rules.labels), len(thresholds), len(tracks)), dtype=bool)
    ignored = np.zeros_like(matched)
    aside_true = _aside(true, rules)
    aside_true |= true.crowd
    aside_found = _aside(mine, rules)[:, order]
    if labelled is not None and number in labelled.incomplete:
        aside_found[:] = True  # what is unmatched may be an object that nobody labelled
    hopeful = np.flatnonzero(overlaps.max(axis=1, initial=0.0) >= thresholds[0] - 2 * spare).tolist()
    for m, aside in enumerate(aside_true):
        groups = [np.flatnonzero(~aside).tolist(), np.flatnonzero(aside).tolist()]
        for t, threshold in enumerate(thresholds.tolist()):
            free = [True] * len(aside)
            for d in hopeful:
                partner = _partner(overlaps[d].tolist(), groups, free, min(threshold, _ALMOST), spare)
                if partner >= 0:
                    matched[m, t, d], ignored[m, t, d] = True, aside[partner]
                    free[partner] = not takes[d]
        ignored[m] |= ~matched[m] & aside_found[m]
    return CellMatches(
        score=mine.score[order],
        matched=matched,
        ignored=ignored,
        truths=(~aside_true).sum(axis=1),
        true_tracks=len(true),
    )


def _partner(
    overlaps: list[float], groups: list[list[int]], free: list[bool], least: float, spare: float
) -> int:
    """The free true track with the largest overlap, the last of equal ones; ignored ones come second."""
    for places in groups:
        best, need = -1, least
        for g in places:
            if free[g] and overlaps[g] >= need - spare:
                best, need = g, overlaps[g]
        if best >= 0:
            return best
    return -1


def _aside(tracks: WholeTracks, rules: TrackMapRules) -> BoolArray:
    """[M, K]: which tracks are outside of each range."""
    outside = np.zeros((len(rules.labels), len(tracks)), dtype=bool)
    ranges: list[tuple[AnyArray, float, float]] = [(tracks.area, low, high) for _, low, high in rules.areas]
    ranges += [(tracks.listed, low, high) for _, low, high in rules.lengths]
    for m, (values, low, high) in enumerate(ranges, start=1):
        outside[m] = (values < low - EPSILON) | (values > high + EPSILON)
    return outside


def _of_class(tracks: WholeTracks | None, number: int | None) -> WholeTracks:
    assert tracks is not None
    chosen = np.zeros(len(tracks), dtype=bool) if number is None else tracks.label == number
    return type(tracks)(
        track=tracks.track[chosen],
        label=tracks.label[chosen],
        score=tracks.score[chosen],
        area=tracks.area[chosen],
        crowd=tracks.crowd[chosen],
        listed=tracks.listed[chosen],
    )
