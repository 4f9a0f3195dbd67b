"""YOLOv5's and Ultralytics' validation again, in plain NumPy: image by image, as their code walks."""

from __future__ import annotations

from typing import Any

import numpy as np


def thresholds() -> np.ndarray:
    """``torch.linspace(0.5, 0.95, 10)``."""
    low, high = float(np.float32(0.5)), float(np.float32(0.95))
    step = float(np.float32((np.float32(0.95) - np.float32(0.5)) / np.float32(9)))
    return np.array([low + step * i if i < 5 else high - step * (9 - i) for i in range(10)], np.float32)


def overlaps(truths: np.ndarray, found: np.ndarray) -> np.ndarray:
    """``box_iou`` of corners, in single precision."""
    low = np.maximum(truths[:, None, :2], found[None, :, :2])
    high = np.minimum(truths[:, None, 2:], found[None, :, 2:])
    sides = np.clip(high - low, 0, None)
    shared = sides[..., 0] * sides[..., 1]
    area = [(each[:, 2] - each[:, 0]) * (each[:, 3] - each[:, 1]) for each in (truths, found)]
    return shared / (area[0][:, None] + area[1][None] - shared + np.float32(1e-7))


def _best_once(overlap: np.ndarray, enough: np.ndarray) -> np.ndarray:
    """Pairs by overlap; each detection keeps its best truth, then each truth its first detection."""
    pairs = np.argwhere(enough)
    correct = np.zeros(overlap.shape[1], bool)
    if len(pairs):
        pairs = pairs[overlap[pairs[:, 0], pairs[:, 1]].argsort(kind="stable")[::-1]]
        pairs = pairs[np.unique(pairs[:, 1], return_index=True)[1]]
        pairs = pairs[np.unique(pairs[:, 0], return_index=True)[1]]
        correct[pairs[:, 1]] = True
    return correct


def _next_best(overlap: np.ndarray, enough: np.ndarray) -> np.ndarray:
    """One detection after the other takes the best truth that is free."""
    free = np.ones(len(overlap), bool)
    correct = np.zeros(overlap.shape[1], bool)
    for d in range(overlap.shape[1]):
        open_ = np.flatnonzero(enough[:, d] & free)
        if len(open_):
            free[open_[overlap[open_, d].argmax()]] = False
            correct[d] = True
    return correct


def _average(recall: np.ndarray, precision: np.ndarray, closing_line: bool) -> float:
    last = [1.0] if closing_line else [recall[-1], 1.0]
    mrec = np.concatenate(([0.0], recall, last))
    mpre = np.concatenate(([1.0], precision, [0.0] * len(last)))
    mpre = np.flip(np.maximum.accumulate(np.flip(mpre)))
    x = np.linspace(0, 1, 101)
    y = np.interp(x, mrec, mpre)
    return float((np.diff(x) * (y[1:] + y[:-1]) / 2).sum())


def _corners(rows: list[dict[str, Any]]) -> np.ndarray:
    boxes = [[x, y, x + w, y + h] for x, y, w, h in (row["bbox"] for row in rows)]
    return np.array(boxes, dtype=np.float64).reshape(-1, 4).astype(np.float32)


def validate(truth: dict[str, Any], found: list[dict[str, Any]], *, generation: str) -> dict[str, float]:
    """``mAP50-95``, ``mAP50``, P, R, F1 of generation "a" (YOLOv5), "b" or "c" (the newest)."""
    correct, score, label = [], [], []
    for image in sorted(each["id"] for each in truth["images"]):
        truths = [each for each in truth["annotations"] if each["image_id"] == image]
        rows = [each for each in found if each["image_id"] == image]
        rows.sort(key=lambda each: -np.float32(each["score"]))
        overlap = overlaps(_corners(truths), _corners(rows))
        classes = np.array([each["category_id"] for each in rows], int)
        same = np.array([each["category_id"] for each in truths], int)[:, None] == classes[None]
        match = _next_best if generation == "c" else _best_once
        correct.append(np.stack([match(overlap, same & (overlap >= t)) for t in thresholds()], axis=1))
        score += [np.float32(each["score"]) for each in rows]
        label.append(classes)
    hits, scores, labels = np.concatenate(correct), np.array(score, np.float32), np.concatenate(label)
    order = np.argsort(-scores, kind="stable")
    hits, scores, labels = hits[order], scores[order].astype(np.float64), labels[order]
    wanted, counts = np.unique([each["category_id"] for each in truth["annotations"]], return_counts=True)
    grid = np.linspace(0, 1, 1000)
    ap, p, r = np.zeros((len(wanted), 10)), np.zeros((len(wanted), 1000)), np.zeros((len(wanted), 1000))
    for k, (each, count) in enumerate(zip(wanted, counts, strict=True)):
        own = labels == each
        if not own.any():
            continue
        tp, fp = hits[own].cumsum(0), (~hits[own]).cumsum(0)
        recall, precision = tp / (count + 1e-16), tp / (tp + fp)
        r[k] = np.interp(-grid, -scores[own], recall[:, 0], left=0)
        p[k] = np.interp(-grid, -scores[own], precision[:, 0], left=1)
        ap[k] = [_average(recall[:, t], precision[:, t], generation == "a") for t in range(10)]
    f1 = 2 * p * r / (p + r + 1e-16)
    mean = f1.mean(0)
    wide = np.concatenate([np.full(50, mean[0]), mean, np.full(50, mean[-1])])
    best = np.convolve(wide, np.ones(101) / 101, mode="valid").argmax()
    return {
        "AP": ap.mean(),
        "AP50": ap[:, 0].mean(),
        "AP75": ap[:, 5].mean(),
        "mP": p[:, best].mean(),
        "mR": r[:, best].mean(),
        "mF1": f1[:, best].mean(),
    }
