"""Small random COCO data sets with masks and keypoints: every form and irregularity the reference accepts."""

from __future__ import annotations

from typing import Any

import numpy as np
from pycocotools import mask as reference_mask

World = tuple[dict[str, Any], list[dict[str, Any]]]


def _box(rng: np.random.Generator, height: int, width: int) -> list[float]:
    w, h = rng.uniform(3, width * 0.8), rng.uniform(3, height * 0.8)
    x, y = rng.uniform(-0.1 * width, width - w * 0.7), rng.uniform(-0.1 * height, height - h * 0.7)
    return [float(v) for v in (x, y, w, h)]


def _jittered(rng: np.random.Generator, box: list[float], amount: float) -> list[float]:
    x, y, w, h = box
    return [
        float(x + rng.normal(0, amount * w)),
        float(y + rng.normal(0, amount * h)),
        float(w * np.exp(rng.normal(0, amount))),
        float(h * np.exp(rng.normal(0, amount))),
    ]


def _outline(rng: np.random.Generator, box: list[float], points: int) -> list[float]:
    x, y, w, h = box
    angles = np.sort(rng.uniform(0, 2 * np.pi, points))
    radius = rng.uniform(0.6, 1.0, points)
    xs, ys = x + w / 2 + radius * w / 2 * np.cos(angles), y + h / 2 + radius * h / 2 * np.sin(angles)
    return [float(v) for v in np.stack([xs, ys], axis=1).ravel()]


def _dense(rng: np.random.Generator, box: list[float], height: int, width: int) -> np.ndarray:
    yy, xx = np.mgrid[:height, :width] + 0.5
    x, y, w, h = box
    mask = ((xx - x - w / 2) / (w / 2)) ** 2 + ((yy - y - h / 2) / (h / 2)) ** 2 <= 1
    if rng.random() < 0.3:
        mask &= rng.random((height, width)) < 0.9
    if rng.random() < 0.03:
        mask[:] = False
    return mask


def _runs(mask: np.ndarray, compressed: bool) -> dict[str, Any]:
    height, width = mask.shape
    if compressed:
        found = reference_mask.encode(np.asfortranarray(mask.astype(np.uint8)))
        return {"size": [height, width], "counts": found["counts"].decode()}
    flat = mask.ravel(order="F").astype(np.int8)
    edges = np.flatnonzero(np.diff(flat, prepend=0))
    return {"size": [height, width], "counts": np.diff(edges, prepend=0, append=len(flat)).tolist()}


def segmentation(
    rng: np.random.Generator, box: list[float], height: int, width: int, crowd: bool = False
) -> Any:
    form = rng.random()
    if form < 0.45 and not crowd:
        parts = [_outline(rng, box, int(rng.integers(3, 12)))]
        if rng.random() < 0.2:
            parts.append(_outline(rng, _jittered(rng, box, 0.3), 5))
        return parts
    return _runs(_dense(rng, box, height, width), compressed=form < 0.8)


def mask_world(
    rng: np.random.Generator,
    *,
    images: int = 4,
    classes: int = 3,
    boxed: bool | None = None,
    runs_only: bool = False,
    same_size: bool = False,
) -> World:
    """Truths of every form; results are compressed run lengths, or with boxes every form and none."""
    boxed = bool(rng.random() < 0.3) if boxed is None else boxed
    annotations: list[dict[str, Any]] = []
    found: list[dict[str, Any]] = []
    listed = []
    digits = int(rng.integers(1, 4)) if rng.random() < 0.4 else 17
    size = [int(v) for v in rng.integers(20, 140, 2)]
    for image in range(1, images + 1):
        height, width = size if same_size else [int(v) for v in rng.integers(20, 140, 2)]
        listed.append({"id": image, "width": width, "height": height, "file_name": f"{image}.png"})
        for category in range(1, classes + 1):
            here = [_box(rng, height, width) for _ in range(rng.integers(0, 4))]
            for box in here:
                crowd = bool(rng.random() < 0.15)
                area = box[2] * box[3] * rng.uniform(0.4, 1.0)
                area = float(rng.choice([1024.0, 9216.0])) if rng.random() < 0.1 else area
                form = segmentation(rng, box, height, width, crowd or runs_only)
                entry = {"image_id": image, "category_id": category, "bbox": box, "area": area}
                annotations.append({**entry, "iscrowd": int(crowd), "segmentation": form})
            for _ in range(rng.integers(0, 9)):
                near = bool(here) and rng.random() < 0.7
                box = (
                    _jittered(rng, here[rng.integers(len(here))], 0.08) if near else _box(rng, height, width)
                )
                score = round(float(rng.random()), digits)
                result = {"image_id": image, "category_id": category, "score": score}
                result["segmentation"] = _runs(_dense(rng, box, height, width), compressed=True)
                if boxed:
                    result["bbox"] = box
                    if rng.random() < 0.3:
                        result["segmentation"] = segmentation(rng, box, height, width)
                found.append(result)
    for number, entry in enumerate(annotations):
        entry["id"] = number + 1
    if not found:
        empty = _runs(np.zeros((listed[0]["height"], listed[0]["width"]), dtype=bool), compressed=True)
        found = [
            {"image_id": 1, "category_id": 1, "score": 0.5, "segmentation": empty, "bbox": [1.0, 1, 5, 5]}
        ]
    if boxed and rng.random() < 0.3 and "bbox" in found[0]:
        # Without a mask the reference outlines the box.
        for entry in found[:: int(rng.integers(1, 4))]:
            entry.pop("segmentation", None)
    if not boxed and rng.random() < 0.3:
        for entry in found[1::2]:
            entry["bbox"] = [0.0, 0.0, 50.0, 50.0]  # the first row has none, so nobody looks
    categories = [{"id": k, "name": f"class {k}"} for k in range(1, classes + 1)]
    return {"images": listed, "annotations": annotations, "categories": categories}, found


def keypoint_world(rng: np.random.Generator, *, images: int = 5, points: int = 17) -> World:
    """People with hidden, visible and no labelled points, crowds among them."""
    annotations: list[dict[str, Any]] = []
    found: list[dict[str, Any]] = []
    whole = bool(rng.random() < 0.5)
    boxed = bool(rng.random() < 0.3)
    digits = int(rng.integers(1, 4)) if rng.random() < 0.4 else 17
    classes = int(rng.integers(1, 3))
    for image in range(1, images + 1):
        for category in range(1, classes + 1):
            here = []
            for _ in range(rng.integers(0, 5)):
                box = [float(v) for v in (*rng.uniform(0, 200, 2), *rng.uniform(10, 180, 2))]
                x = rng.uniform(box[0], box[0] + box[2], points)
                y = rng.uniform(box[1], box[1] + box[3], points)
                seen = rng.choice([0, 1, 2], points) if rng.random() < 0.8 else np.zeros(points)
                values = np.stack([x, y, seen], axis=1)
                values[seen == 0, :2] *= rng.random() < 0.5
                values = np.round(values) if whole else values
                here.append(values)
                labelled = int((seen > 0).sum())
                if rng.random() < 0.05:
                    labelled = 0
                entry = {"image_id": image, "category_id": category, "bbox": box, "num_keypoints": labelled}
                entry["area"] = (
                    float(rng.choice([1024.0, 0.0])) if rng.random() < 0.1 else box[2] * box[3] * 0.6
                )
                entry["iscrowd"] = int(rng.random() < 0.1)
                entry["keypoints"] = [int(v) if whole else float(v) for v in values.ravel()]
                annotations.append(entry)
            for _ in range(rng.integers(0, 8)):
                if here and rng.random() < 0.7:
                    values = here[rng.integers(len(here))].copy()
                    values[:, :2] += rng.normal(0, float(rng.choice([0, 2, 10])), (points, 2))
                else:
                    values = np.stack(
                        [rng.uniform(0, 300, points), rng.uniform(0, 300, points), np.ones(points)], axis=1
                    )
                values = np.round(values) if whole else values
                result = {
                    "image_id": image,
                    "category_id": category,
                    "score": round(float(rng.random()), digits),
                }
                result["keypoints"] = [int(v) if whole else float(v) for v in values.ravel()]
                if boxed:
                    low, high = values[:, :2].min(axis=0), values[:, :2].max(axis=0)
                    result["bbox"] = [float(v) for v in (*low, *(high - low) * 0.5)]
                found.append(result)
    for number, entry in enumerate(annotations):
        entry["id"] = number + 1
    if not found:
        found = [{"image_id": 1, "category_id": 1, "score": 0.5, "keypoints": [1.0] * 3 * points}]
    truth = {
        "images": [{"id": image, "width": 400, "height": 400} for image in range(1, images + 1)],
        "annotations": annotations,
        "categories": [{"id": k, "name": f"class {k}"} for k in range(1, classes + 1)],
    }
    return truth, found
