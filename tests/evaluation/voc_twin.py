"""PASCAL VOC's evaluation of one class again, in plain Python: one detection at a time, as its code walks."""

from __future__ import annotations

import numpy as np


def overlap(a: np.ndarray, b: np.ndarray, pixel: int) -> float:
    """Intersection over union of x, y, width, height; with `pixel` 1 the far corners belong to the boxes."""
    ax, ay, aw, ah = a.tolist()
    bx, by, bw, bh = b.tolist()
    w = min(ax + aw, bx + bw) - max(ax, bx) + pixel
    h = min(ay + ah, by + bh) - max(ay, by) + pixel
    if w <= 0 or h <= 0:
        return 0.0
    return w * h / ((aw + pixel) * (ah + pixel) + (bw + pixel) * (bh + pixel) - w * h)


def outcomes(
    boxes: np.ndarray,
    images: np.ndarray,
    truths: np.ndarray,
    true_images: np.ndarray,
    difficult: np.ndarray,
    *,
    threshold: float,
    strict: bool,
    pixel: int,
) -> list[bool | None]:
    """True or false positive of each detection by falling score; None: left out."""
    taken = [False] * len(truths)
    found: list[bool | None] = []
    for box, image in zip(boxes, images, strict=True):
        best, chosen = -1.0, None
        for g in np.flatnonzero(true_images == image).tolist():
            value = overlap(box, truths[g], pixel)
            if value > best:
                best, chosen = value, g
        enough = best > threshold if strict else best >= threshold
        if chosen is None or not enough:
            found.append(False)
        elif difficult[chosen]:
            found.append(None)
        else:
            found.append(not taken[chosen])
            taken[chosen] = True
    return found


def _curve(found: list[bool | None], truths: int) -> tuple[np.ndarray, np.ndarray]:
    kept = np.array([each for each in found if each is not None], dtype=bool)
    hits = np.cumsum(kept)
    return hits / truths, hits / np.arange(1, len(kept) + 1)


def eleven_points(found: list[bool | None], truths: int) -> float:
    """Average precision as until 2009."""
    recall, precision = _curve(found, truths)
    points = [precision[recall >= t].max(initial=0.0) for t in np.arange(11) * 0.1]
    return float(sum(point / 11 for point in points))


def area(found: list[bool | None], truths: int) -> float:
    """Average precision from 2010 on."""
    recall, precision = _curve(found, truths)
    recall = np.concatenate([[0.0], recall, [1.0]])
    precision = np.concatenate([[0.0], precision, [0.0]])
    for i in range(len(precision) - 1, 0, -1):
        precision[i - 1] = max(precision[i - 1], precision[i])
    return float(np.sum((recall[1:] - recall[:-1]) * precision[1:]))
