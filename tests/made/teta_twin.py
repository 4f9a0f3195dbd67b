"""TETA of one sequence in plain Python, with NumPy's sums and the solver over all columns."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from truebox.evaluation.tracks.regions.partners import assigned
from truebox.evaluation.tracks.similarities.slack import EPSILON, slack
from truebox.evaluation.tracks.teta.counting import TETA_SUMS, teta_alphas, width_of

__all__ = ["teta_twin"]

_HALF, _FROM_HALF = 0.5, 10


class Frame(NamedTuple):
    true: np.ndarray
    true_class: np.ndarray
    found: np.ndarray
    found_class: np.ndarray
    overlap: np.ndarray


def teta_twin(truth: Any, found: Any, classes: list[int], mode: Any) -> list[dict[str, np.ndarray]]:
    """The sums of every class; NaN where a track is twice in a frame."""
    sums = {number: {name: np.zeros(width_of(name)) for name in TETA_SUMS} for number in classes}
    frames = _frames(truth, found, every=mode == "corrected")
    if any(len(np.unique(ids)) < len(ids) for each in frames for ids in (each.true, each.found)):
        return [{name: np.full_like(value, np.nan) for name, value in each.items()} for each in sums.values()]
    spare = slack(mode)
    taken = _taken(frames, spare)
    for number in classes:
        _count_class(frames, number, taken, teta_alphas(mode) - spare, sums)
    return list(sums.values())


def _frames(truth: Any, found: Any, *, every: bool) -> list[Frame]:
    track = found.attributes.get("number", found.track)
    numbers = set(truth.frame.tolist()) | (set(found.frame.tolist()) if every else set())
    frames = []
    for number in sorted(numbers):
        g, p = np.flatnonzero(truth.frame == number), np.flatnonzero(found.frame == number)
        overlap = _iou(truth.boxes[g], found.boxes[p])
        frames.append(Frame(truth.track[g], truth.label[g], track[p], found.label[p], overlap))
    return frames


def _iou(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    a, b = (np.concatenate([each[:, :2], each[:, :2] + each[:, 2:]], axis=1) for each in (a, b))
    low, high = np.maximum(a[:, None, :2], b[None, :, :2]), np.minimum(a[:, None, 2:], b[None, :, 2:])
    sides = np.maximum(high - low, 0)
    common = sides[..., 0] * sides[..., 1]
    own, other = ((each[:, 2] - each[:, 0]) * (each[:, 3] - each[:, 1]) for each in (a, b))
    union = own[:, None] + other[None] - common
    common[(own <= EPSILON)[:, None] | (other <= EPSILON)[None] | (union <= EPSILON)] = 0
    union[union <= EPSILON] = 1
    return common / union


def _near(frames: list[Frame], rows: list[np.ndarray], elsewhere: list[set[int]]) -> tuple[list, list]:
    """Of every frame which predictions are of tracks near somewhere, and the tracks near in it."""
    near = []
    for each, own, out in zip(frames, rows, elsewhere, strict=True):
        close = (each.overlap[own] >= _HALF).any(axis=0) if own.any() else np.zeros(len(each.found), bool)
        near.append([track for track in each.found[close].tolist() if track not in out])
    ids = {track for tracks in near for track in tracks}
    return [np.isin(each.found, list(ids)) for each in frames], near


def _alignment(frames: list[Frame], rows: list[np.ndarray], kept: list[np.ndarray]) -> Any:
    true_ids = np.unique(np.concatenate([each.true[own] for each, own in zip(frames, rows, strict=True)]))
    found_ids = np.unique(np.concatenate([each.found[own] for each, own in zip(frames, kept, strict=True)]))
    shared = np.zeros((len(true_ids), len(found_ids)))
    lengths = np.zeros((len(true_ids), 1)), np.zeros((1, len(found_ids)))
    for each, own, mine in zip(frames, rows, kept, strict=True):
        g, p = np.searchsorted(true_ids, each.true[own]), np.searchsorted(found_ids, each.found[mine])
        lengths[0][g] += 1
        lengths[1][0, p] += 1
        overlap = each.overlap[own, :][:, mine]  # by columns in memory, which decides the order of its sums
        united = overlap.sum(0, keepdims=True) + overlap.sum(1, keepdims=True) - overlap
        share = np.zeros_like(overlap)
        some = united > EPSILON
        share[some] = overlap[some] / united[some]
        shared[g[:, None], p[None, :]] += share
    return (true_ids, found_ids), lengths, shared / (lengths[0] + lengths[1] - shared)


def _taken(frames: list[Frame], spare: float) -> list[dict[int, int]]:
    """Of every frame, truth to prediction, whatever their classes."""
    rows = [np.ones(len(each.true), dtype=bool) for each in frames]
    kept, near = _near(frames, rows, [set() for _ in frames])
    if not any(near):
        return [{} for _ in frames]
    (true_ids, found_ids), _, score = _alignment(frames, rows, kept)
    found = []
    for each, mine in zip(frames, kept, strict=True):
        other, overlap = each.found[mine], each.overlap[:, mine]
        at = np.ix_(np.searchsorted(true_ids, each.true), np.searchsorted(found_ids, other))
        pairs = assigned(score[at] * overlap)
        good = overlap[pairs] >= _HALF - spare
        own, its = each.true[pairs[0][good]], other[pairs[1][good]]
        found.append(dict(zip(own.tolist(), its.tolist(), strict=True)))
    return found


def _count_class(
    frames: list[Frame], number: int, taken: list[dict[int, int]], least: np.ndarray, every: dict[int, dict]
) -> None:
    sums = every[number]
    rows = [each.true_class == number for each in frames]
    if not any(own.any() for own in rows):
        return
    elsewhere = [
        {p for g, p in pairs.items() if g not in set(each.true[own].tolist())}
        for each, own, pairs in zip(frames, rows, taken, strict=True)
    ]
    kept, near = _near(frames, rows, elsewhere)
    if not any(near):
        sums["Loc_FN"] += sum(int(own.sum()) for own in rows)
        return
    (true_ids, found_ids), (true, found), score = _alignment(frames, rows, kept)
    matches = np.zeros((len(least), *score.shape))
    for each, own, mine, close in zip(frames, rows, kept, near, strict=True):
        g, p = np.searchsorted(true_ids, each.true[own]), np.searchsorted(found_ids, each.found[mine])
        overlap = each.overlap[own, :][:, mine]
        row, column = assigned(score[g[:, None], p[None, :]] * overlap)
        reached = overlap[row, column][:, None] >= least  # [K, alphas]
        partner, kind = each.found[mine][column], each.found_class[mine][column]
        many = reached.sum(axis=0)
        sums["Loc_TP"] += many
        sums["Loc_FN"] += len(g) - many
        sums["Loc_FP"] += len(close) - (reached & np.isin(partner, close)[:, None]).sum(axis=0)
        right = (reached & (kind == number)[:, None]).sum(axis=0)
        sums["Cls_TP"] += right[_FROM_HALF:]
        sums["Cls_FN"] += (many - right)[_FROM_HALF:]
        for k in np.flatnonzero(kind != number).tolist():
            if int(kind[k]) in every:
                every[int(kind[k])]["Cls_FP"] += reached[k, _FROM_HALF:]
        matches[:, g[row], p[column]] += reached.T
    for a, each in enumerate(matches):
        most = np.maximum(1, sums["Loc_TP"][a])
        sums["AssocA"][a] = np.sum(each * (each / np.maximum(1, true + found - each))) / most
        sums["AssocRe"][a] = np.sum(each * (each / np.maximum(1, true))) / most
        sums["AssocPr"][a] = np.sum(each * (each / np.maximum(1, found))) / most
