"""What TETA counts in one sequence: boxes found, tracks kept, classes right, for each class of the truth.

Source: S. Li et al., Tracking Every Thing in the Wild, ECCV 2022. Sums are taken in the order of the authors'
code (SysCV/tet).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.evaluation.tracks.regions.partners import assigned
from truebox.evaluation.tracks.similarities.slack import EPSILON, slack
from truebox.evaluation.tracks.teta.frames import OverlapFrames

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.evaluation.tracks.protocol import TrackClassId
    from truebox.records import TrackedSequence
    from truebox.typing import AnyArray, FloatArray, Mode

__all__ = ["TETA_SUMS", "teta_alphas", "teta_of_sequence"]

TETA_SUMS = (
    *("Loc_TP", "Loc_FN", "Loc_FP", "Cls_TP", "Cls_FN", "Cls_FP"),
    *("AssocA", "AssocRe", "AssocPr"),
)
_STEPS, _FROM_HALF = 20, 10
_HALF = 0.5


def teta_alphas(mode: Mode) -> FloatArray:
    """The twenty overlaps from 0 on; in strict mode some miss their decimals, as those of the reference do.

    Examples
    --------
    >>> teta_alphas("corrected")[:4].tolist()
    [0.0, 0.05, 0.1, 0.15]
    """
    return np.arange(_STEPS) / _STEPS if mode == "corrected" else np.arange(0.0, 0.99, 0.05)


def teta_of_sequence(
    truth: TrackedSequence, found: TrackedSequence, classes: Sequence[TrackClassId], mode: Mode
) -> list[dict[str, Any]]:
    """The sums of every class; NaN where a track is twice in a frame, which TETA has no meaning for.

    Predictions of every class take part that overlap a truth of the class by a half somewhere in the
    sequence, unless another truth has them.

    Parameters
    ----------
    truth, found : TrackedSequence
        With boxes x, y, width, height.
    classes : sequence of (int, str)
        Those that are evaluated.
    mode : {"strict", "corrected"}
        In strict mode frames without any truth are not looked at, and overlaps may be less by 2**-52.
    """
    own, labels = set(truth.label.tolist()), {*truth.label.tolist(), *found.label.tolist()}
    without = _nothing()  # one for all classes that are nowhere, which nothing is added to
    sums = {number: _nothing() if number in labels else without for number, _ in classes}
    frames = OverlapFrames(truth, found, every=mode == "corrected")
    if frames.repeats:
        return [{name: np.full_like(value, np.nan) for name, value in each.items()} for each in sums.values()]
    spare = slack(mode)
    taken = _assigned_to_any(frames, spare)
    for number, each in sums.items():
        if number not in own:
            continue
        _count_class(frames, number, taken, teta_alphas(mode) - spare, sums=each, of_others=sums)
    return list(sums.values())


def _nothing() -> dict[str, Any]:
    return {name: np.zeros(_FROM_HALF if name.startswith("Cls") else _STEPS) for name in TETA_SUMS}


def _assigned_to_any(frames: OverlapFrames, spare: float) -> list[dict[int, int]]:
    """Of every frame, truth to prediction, whatever their classes."""
    rows = [np.ones(len(each.true), dtype=bool) for each in frames]
    kept, near = frames.near(rows)
    if not any(map(len, near)) or not len(frames):
        return [{} for _ in frames]
    alignment = _alignment(frames, rows, kept)
    found = []
    for each, mine in zip(frames, kept, strict=True):
        own, other = each.true, each.found[mine]
        overlap = each.overlap[:, mine]
        pairs = assigned(alignment.score[np.ix_(alignment.at(own, 0), alignment.at(other, 1))] * overlap)
        good = overlap[pairs] >= _HALF - spare
        found.append(dict(zip(own[pairs[0][good]].tolist(), other[pairs[1][good]].tolist(), strict=True)))
    return found


class _Alignment:
    """How well tracks go together over a sequence, and how long they are."""

    def __init__(self, true_ids: AnyArray, found_ids: AnyArray) -> None:
        self.ids = (true_ids, found_ids)
        self.shared = np.zeros((len(true_ids), len(found_ids)))
        self.true_length = np.zeros((len(true_ids), 1))
        self.found_length = np.zeros((1, len(found_ids)))
        self.score = self.shared

    def at(self, ids: AnyArray, side: int) -> AnyArray:
        return np.searchsorted(self.ids[side], ids)


def _alignment(frames: OverlapFrames, rows: list[AnyArray], kept: list[AnyArray]) -> _Alignment:
    true_ids = np.unique(np.concatenate([each.true[own] for each, own in zip(frames, rows, strict=True)]))
    found_ids = np.unique(np.concatenate([each.found[mine] for each, mine in zip(frames, kept, strict=True)]))
    made = _Alignment(true_ids, found_ids)
    for each, own, mine in zip(frames, rows, kept, strict=True):
        if not (own.any() and mine.any()):
            made.true_length[made.at(each.true[own], 0)] += 1
            made.found_length[0, made.at(each.found[mine], 1)] += 1
            continue
        overlap = each.overlap[own, :][:, mine]
        united = overlap.sum(0, keepdims=True) + overlap.sum(1, keepdims=True) - overlap
        share = np.zeros_like(overlap)
        some = united > EPSILON
        share[some] = overlap[some] / united[some]
        g, p = made.at(each.true[own], 0), made.at(each.found[mine], 1)
        made.shared[g[:, None], p[None, :]] += share
        made.true_length[g] += 1
        made.found_length[0, p] += 1
    made.score = made.shared / (made.true_length + made.found_length - made.shared)
    return made


def _count_class(
    frames: OverlapFrames,
    number: int,
    taken: list[dict[int, int]],
    least: FloatArray,
    *,
    sums: dict[str, Any],
    of_others: dict[int, dict[str, Any]],
) -> None:
    rows = [each.true_class == number for each in frames]
    truths = sum(int(own.sum()) for own in rows)
    if not truths:
        return
    elsewhere: list[set[int]] = []
    for each, own, pairs in zip(frames, rows, taken, strict=True):
        ids = set(each.true[own].tolist())
        elsewhere.append({p for g, p in pairs.items() if g not in ids})
    kept, near = frames.near(rows, elsewhere)
    if not any(map(len, near)):
        sums["Loc_FN"] += truths
        return
    alignment = _alignment(frames, rows, kept)
    shape = (len(least), *alignment.shared.shape)
    matches = np.zeros(shape)
    for each, own, mine, close in zip(frames, rows, kept, near, strict=True):
        if not own.any():
            continue
        if not mine.any():
            sums["Loc_FN"] += int(own.sum())
            continue
        g, p = alignment.at(each.true[own], 0), alignment.at(each.found[mine], 1)
        overlap = each.overlap[own, :][:, mine]
        row, column = assigned(alignment.score[g[:, None], p[None, :]] * overlap)
        reached = overlap[row, column][:, None] >= least  # [K, alphas]
        partner = each.found[mine][column]
        kind = each.found_class[mine][column]
        many = reached.sum(axis=0)
        sums["Loc_TP"] += many
        sums["Loc_FN"] += len(g) - many
        closest = set(close.tolist())
        is_close = np.array([track in closest for track in partner.tolist()], dtype=bool)
        sums["Loc_FP"] += len(close) - (reached & is_close[:, None]).sum(axis=0)
        right = (reached & (kind == number)[:, None]).sum(axis=0)
        sums["Cls_TP"] += right[_FROM_HALF:]
        sums["Cls_FN"] += (many - right)[_FROM_HALF:]
        for k in np.flatnonzero(kind != number).tolist():
            if int(kind[k]) in of_others:
                of_others[int(kind[k])]["Cls_FP"] += reached[k, _FROM_HALF:]
        matches[:, g[row], p[column]] += reached.T
    _associate(alignment, matches, sums)


def _associate(alignment: _Alignment, matches: FloatArray, sums: dict[str, Any]) -> None:
    true, found = alignment.true_length, alignment.found_length
    for a, each in enumerate(matches):
        most = np.maximum(1, sums["Loc_TP"][a])
        sums["AssocA"][a] = np.sum(each * (each / np.maximum(1, true + found - each))) / most
        sums["AssocRe"][a] = np.sum(each * (each / np.maximum(1, true))) / most
        sums["AssocPr"][a] = np.sum(each * (each / np.maximum(1, found))) / most
