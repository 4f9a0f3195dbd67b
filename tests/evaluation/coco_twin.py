"""Matching and accumulation again, in plain Python: one detection and one threshold at a time."""

from __future__ import annotations

import numpy as np

from truebox.evaluation import MatchState
from truebox.records import Predictions, Truth


def overlap(detection: np.ndarray, truth: np.ndarray, crowd: bool) -> float:
    """Intersection over union, or over the detection's area for a crowd region; 0 where they do not meet."""
    x, y, w, h = detection.tolist()
    left, top, width, height = truth.tolist()
    shared_w = min(x + w, left + width) - max(x, left)
    shared_h = min(y + h, top + height) - max(y, top)
    if shared_w <= 0 or shared_h <= 0:
        return 0.0
    shared = shared_w * shared_h
    return shared / (w * h if crowd else w * h + width * height - shared)


def match_cell(
    boxes: np.ndarray,
    truths: np.ndarray,
    crowd: np.ndarray,
    area: np.ndarray,
    ids: np.ndarray,
    threshold: float,
    bounds: tuple[float, float],
) -> tuple[list[bool], list[bool]]:
    """Matched and ignored, per detection in order of rank, at one threshold and area range."""
    low, high = bounds
    ignorable = [bool(crowd[g]) or not low <= area[g] <= high for g in range(len(truths))]
    used = [False] * len(truths)
    matched, ignored = [], []
    for box in boxes:
        best: dict[bool, tuple[float, int]] = {}
        for g in range(len(truths)):
            value = overlap(box, truths[g], bool(crowd[g]))
            free = crowd[g] or not used[g]
            if free and value >= min(threshold, 1 - 1e-10) and value >= best.get(ignorable[g], (0.0, 0))[0]:
                best[ignorable[g]] = (value, g)
        chosen = best.get(False, best.get(True))
        inside = low <= box[2] * box[3] <= high
        if chosen is None:
            matched.append(False)
            ignored.append(not inside)
            continue
        g = chosen[1]
        used[g] = True
        matched.append(bool(ids[g] != 0))
        ignored.append(ignorable[g] or (ids[g] == 0 and not inside))
    return matched, ignored


def match_bits(truth: Truth, predictions: Predictions, state: MatchState) -> tuple[np.ndarray, np.ndarray]:
    """Bits [N, A, T] in the order of the rows of the state."""
    ranges = list(state.parameters.area_ranges.values())
    thresholds = state.parameters.iou_thresholds
    shape = (len(state), len(ranges), len(thresholds))
    matched, ignored = np.zeros(shape, dtype=bool), np.zeros(shape, dtype=bool)
    for image in range(len(state.images)):
        for category in range(len(state.categories)):
            rows = np.flatnonzero((state.image == image) & (state.category == category))
            true = np.flatnonzero(
                (truth.image.values == state.images[image])
                & (truth.category.values == state.categories[category])
            )
            for a, bounds in enumerate(ranges):
                for t, threshold in enumerate(thresholds):
                    matched[rows, a, t], ignored[rows, a, t] = match_cell(
                        predictions.boxes[state.row[rows]],
                        truth.boxes[true],
                        truth.crowd[true],
                        truth.area[true],
                        truth.ids.values[true],
                        threshold,
                        bounds,
                    )
    return matched, ignored


def unpacked(words: np.ndarray, ranges: int, thresholds: int) -> np.ndarray:
    """Bits [N, A, T] of words [N, W]."""
    bits = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")
    return bits[:, : ranges * thresholds].reshape(len(words), ranges, thresholds).astype(bool)


def curve(
    score: np.ndarray, matched: np.ndarray, ignored: np.ndarray, truths: int, recalls: np.ndarray
) -> tuple[list[float], list[float], float]:
    """Precision and score at each recall threshold, and the recall reached; rows by image and rank."""
    order = sorted(range(len(score)), key=lambda i: -score[i])
    hits = np.cumsum([matched[i] and not ignored[i] for i in order])
    misses = np.cumsum([not matched[i] and not ignored[i] for i in order])
    precision = [h / ((m + h) + 2.0**-52) for h, m in zip(hits.tolist(), misses.tolist(), strict=True)]
    envelope = [max(precision[i:]) for i in range(len(precision))]
    values, scores = [0.0] * len(recalls), [0.0] * len(recalls)
    for r, wanted in enumerate(recalls):
        place = next((i for i, h in enumerate(hits.tolist()) if h / truths >= wanted), None)
        if place is None:
            break
        values[r], scores[r] = envelope[place], float(score[order[place]])
    return values, scores, (float(hits[-1]) / truths if len(hits) else 0.0)
