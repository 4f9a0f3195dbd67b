"""HOTA, CLEAR and Identity in plain Python from their definitions: whole matrices, SciPy's assignment.

Written from the papers (Luiten 2021, Bernardin 2008, Ristani 2016), to stand beside the native kernels.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import linear_sum_assignment

EPSILON = np.finfo(float).eps
ALPHAS = np.arange(0.05, 0.99, 0.05)


def iou(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Of boxes x y w h."""
    a, b = np.c_[a[:, :2], a[:, :2] + a[:, 2:]], np.c_[b[:, :2], b[:, :2] + b[:, 2:]]
    low, high = np.maximum(a[:, None, :2], b[None, :, :2]), np.minimum(a[:, None, 2:], b[None, :, 2:])
    common = np.prod(np.maximum(high - low, 0), axis=2)
    areas = [np.prod(each[:, 2:] - each[:, :2], axis=1) for each in (a, b)]
    return common / np.maximum(areas[0][:, None] + areas[1][None] - common, 1e-12)


def frames_of(truth: dict, found: dict, length: int):
    """Numbers of the tracks on both sides and similarities, frame by frame."""
    ids = [np.unique(side["ids"], return_inverse=True)[1] for side in (truth, found)]
    for frame in range(length):
        rows = [np.flatnonzero(np.asarray(side["frames"]) == frame) for side in (truth, found)]
        yield ids[0][rows[0]], ids[1][rows[1]], iou(truth["boxes"][rows[0]], found["boxes"][rows[1]])


def plain_hota(truth: dict, found: dict, length: int) -> dict[str, np.ndarray]:
    frames = list(frames_of(truth, found, length))
    counts = [np.bincount(np.unique(side["ids"], return_inverse=True)[1]) for side in (truth, found)]
    together = np.zeros((len(counts[0]), len(counts[1])))
    for g, p, s in frames:
        joint = s.sum(0, keepdims=True) + s.sum(1, keepdims=True) - s
        together[np.ix_(g, p)] += np.where(joint > EPSILON, s / np.where(joint > EPSILON, joint, 1), 0)
    aligned = together / (counts[0][:, None] + counts[1][None] - together)
    matched = np.zeros((len(ALPHAS), *together.shape))
    similarity = np.zeros(len(ALPHAS))
    for g, p, s in frames:
        rows, columns = linear_sum_assignment(aligned[np.ix_(g, p)] * s, maximize=True)
        for i, j in zip(rows, columns, strict=True):
            good = s[i, j] >= ALPHAS - EPSILON
            matched[good, g[i], p[j]] += 1
            similarity[good] += s[i, j]
    tp = matched.sum((1, 2))
    det = tp / (counts[0].sum() + counts[1].sum() - tp)
    each = matched / np.maximum(1, counts[0][:, None] + counts[1][None] - matched)
    ass = (matched * each).sum((1, 2)) / np.maximum(1, tp)
    return {
        "DetA": det,
        "AssA": ass,
        "HOTA": np.sqrt(det * ass),
        "LocA": np.where(tp, similarity / np.maximum(1, tp), 1),
    }


def plain_clear(truth: dict, found: dict, length: int) -> dict[str, float]:
    before: dict[int, int] = {}
    ever: dict[int, int] = {}
    tp = fp = fn = switches = 0
    for g, p, s in frames_of(truth, found, length):
        fn, fp = fn + len(g), fp + len(p)
        if not len(g) or not len(p):
            continue
        carried = np.array([[before.get(a) == b for b in p] for a in g])
        score = np.where(s < 0.5 - EPSILON, 0, 1000 * carried + s)
        rows, columns = linear_sum_assignment(score, maximize=True)
        pairs = [(g[i], p[j]) for i, j in zip(rows, columns, strict=True) if score[i, j] > EPSILON]
        switches += sum(a in ever and ever[a] != b for a, b in pairs)
        before = dict(pairs)
        ever |= before
        tp, fp, fn = tp + len(pairs), fp - len(pairs), fn - len(pairs)
    return {
        "CLR_TP": tp,
        "CLR_FP": fp,
        "CLR_FN": fn,
        "IDSW": switches,
        "MOTA": (tp - fp - switches) / max(1, tp + fn),
    }


def plain_identity(truth: dict, found: dict, length: int) -> dict[str, float]:
    sizes = [len(np.unique(side["ids"])) for side in (truth, found)]
    overlap = np.zeros(sizes)
    for g, p, s in frames_of(truth, found, length):
        overlap[np.ix_(g, p)] += s >= 0.5
    tp = overlap[linear_sum_assignment(overlap, maximize=True)].sum()
    total = len(truth["ids"]) + len(found["ids"])
    return {"IDTP": tp, "IDF1": 2 * tp / total if total else 0.0}
