"""YOLOv5's and Ultralytics' validation again, in plain NumPy: image by image, as their code walks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def thresholds() -> np.ndarray:
    """``torch.linspace(0.5, 0.95, 10)``."""
    low, high = float(np.float32(0.5)), float(np.float32(0.95))
    step = float(np.float32((np.float32(0.95) - np.float32(0.5)) / np.float32(9)))
    return np.array([low + step * i if i < 5 else high - step * (9 - i) for i in range(10)], np.float32)


Rows = list[dict[str, Any]]


def of_boxes(truth_rows: Rows, found_rows: Rows) -> np.ndarray:
    """``box_iou`` of corners, in single precision."""
    truths, found = _corners(truth_rows), _corners(found_rows)
    low = np.maximum(truths[:, None, :2], found[None, :, :2])
    high = np.minimum(truths[:, None, 2:], found[None, :, 2:])
    sides = np.clip(high - low, 0, None)
    shared = sides[..., 0] * sides[..., 1]
    area = [(each[:, 2] - each[:, 0]) * (each[:, 3] - each[:, 1]) for each in (truths, found)]
    return shared / (area[0][:, None] + area[1][None] - shared + np.float32(1e-7))


def of_masks(truth_rows: Rows, found_rows: Rows) -> np.ndarray:
    """``mask_iou`` of the pixels in ``"mask"``, in single precision."""
    if not truth_rows or not found_rows:
        return np.zeros((len(truth_rows), len(found_rows)), np.float32)
    truths, found = (
        np.array([row["mask"].ravel() for row in rows], np.float32) for rows in (truth_rows, found_rows)
    )
    shared = truths @ found.T
    union = truths.sum(1)[:, None] + found.sum(1)[None] - shared
    return shared / (union + np.float32(1e-7))


def of_points(truth_rows: Rows, found_rows: Rows) -> np.ndarray:
    """``kpt_iou``, of people as large as 0.53 of their boxes; its sums are rounded to single precision."""
    similar = np.zeros((len(truth_rows), len(found_rows)))
    for t, truth in enumerate(truth_rows):
        x, y, v = np.array(truth["keypoints"]).reshape(-1, 3).T
        sigma = COCO_SIGMAS if len(x) == 17 else np.full(len(x), 1 / len(x))
        area = truth["bbox"][2] * truth["bbox"][3] * 0.53
        for d, row in enumerate(found_rows):
            px, py, _ = np.array(row["keypoints"]).reshape(-1, 3).T
            e = ((px - x) ** 2 + (py - y) ** 2) / ((2 * sigma) ** 2 * area * 2)
            similar[t, d] = np.exp(-e)[v != 0].sum() / max((v != 0).sum(), 1)
    return similar.astype(np.float32)


COCO_SIGMAS = np.array([26, 25, 25, 35, 35, 79, 79, 72, 72, 62, 62, 107, 107, 87, 87, 89, 89]) / 1000


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


def _corners(rows: Rows) -> np.ndarray:
    boxes = [[x, y, x + w, y + h] for x, y, w, h in (row["bbox"] for row in rows)]
    return np.array(boxes, dtype=np.float64).reshape(-1, 4).astype(np.float32)


def validate(
    truth: dict[str, Any],
    found: Rows,
    *,
    generation: str,
    measure: Callable[[Rows, Rows], np.ndarray] = of_boxes,
) -> dict[str, float]:
    """``mAP50-95``, ``mAP50``, P, R, F1 of generation "a" (YOLOv5), "b" or "c" (the newest)."""
    correct, score, label = [], [], []
    for image in sorted(each["id"] for each in truth["images"]):
        truths = [each for each in truth["annotations"] if each["image_id"] == image]
        rows = [each for each in found if each["image_id"] == image]
        rows.sort(key=lambda each: -np.float32(each["score"]))
        overlap = measure(truths, rows)
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


def confused(truth: dict[str, Any], found: Rows, generation: str = "newest") -> np.ndarray:
    """``ConfusionMatrix.process_batch`` at ``conf=0``: predicted classes by true ones.

    Of the newest, or of 8.3.55, 8.3.30 (which leaves out false ones of images in which nothing is paired
    though truth is there) and 8.0 (also of images without truth), whose sorts are made stable.
    """
    place = {each["id"]: k for k, each in enumerate(truth["categories"])}
    matrix = np.zeros((len(place) + 1, len(place) + 1), int)
    for image in sorted(each["id"] for each in truth["images"]):
        truths = [each for each in truth["annotations"] if each["image_id"] == image]
        rows = [each for each in found if each["image_id"] == image]
        rows.sort(key=lambda each: -np.float32(each["score"]))
        overlap = of_boxes(truths, rows)
        holder = _holders_of_the_newest(overlap) if generation == "newest" else _holders_by_overlap(overlap)
        for each, d in zip(truths, holder.tolist(), strict=True):
            predicted = place[rows[d]["category_id"]] if d >= 0 else -1
            matrix[predicted, place[each["category_id"]]] += 1
        silent = (holder < 0).all() and {"8.3.30": bool(truths), "8.0": True}.get(generation, False)
        for d in () if silent else set(range(len(rows))) - set(holder.tolist()):
            matrix[place[rows[d]["category_id"]], -1] += 1
    return matrix


def _holders_of_the_newest(overlap: np.ndarray) -> np.ndarray:
    holder = np.full(len(overlap), -1)
    for d in range(overlap.shape[1] if len(overlap) else 0):
        best = overlap[:, d].argmax()
        if overlap[best, d] > np.float32(0.45):
            holder[best] = d
            overlap[best] = 0
    return holder


def _holders_by_overlap(overlap: np.ndarray) -> np.ndarray:
    """Each detection keeps its best truth alone, then each truth its best detection."""
    pairs = np.argwhere(overlap > np.float32(0.45))
    for column in (1, 0):
        pairs = pairs[overlap[pairs[:, 0], pairs[:, 1]].argsort(kind="stable")[::-1]]
        pairs = pairs[np.unique(pairs[:, column], return_index=True)[1]]
    holder = np.full(len(overlap), -1)
    holder[pairs[:, 0]] = pairs[:, 1]
    return holder
