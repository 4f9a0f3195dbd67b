"""A COCO truth, and outputs of a detector as tensors: what frameworks hand to their metrics."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from pycocotools import mask as reference_mask

HEIGHT, WIDTH, POINTS = 96, 128, 17
CATEGORIES = {1: "cat", 3: "dog", 7: "cow"}


def scene(
    images: int = 12, seed: int = 4, *, unlisted: bool = False
) -> tuple[dict[str, Any], dict[int, Any]]:
    """Parsed COCO data, and of each image id its boxes (corners), labels, scores, masks and keypoints.

    With `unlisted`, some detections are of a class that the truth does not have.
    """
    chance = np.random.default_rng(seed)
    ids = [3 * place + 2 for place in chance.permutation(images).tolist()]
    annotations: list[dict[str, Any]] = []
    outputs: dict[int, Any] = {}
    for number, image in enumerate(ids):
        true = _boxes(chance, 0 if number % 6 == 5 else int(chance.integers(1, 6)))
        labels = chance.choice(list(CATEGORIES), len(true))
        for box, label in zip(true, labels.tolist(), strict=True):
            annotations.append(_annotation(chance, len(annotations) + 1, image, label, box))
        points = [row["keypoints"] for row in annotations[len(annotations) - len(true) :]]
        moved = true.repeat(2, axis=0) + chance.normal(0, 3, (2 * len(true), 4))
        moved[:, 2:] = np.maximum(moved[:, 2:], moved[:, :2] + 1)
        found = np.concatenate([moved, _boxes(chance, int(chance.integers(0, 4)))])
        classes = np.concatenate([labels.repeat(2), chance.choice(list(CATEGORIES), len(found) - len(moved))])
        if unlisted and len(classes):
            classes[-1] = 2
        outputs[image] = _output(chance, found, classes, np.array(points).reshape(-1, POINTS, 3))
    listed = [{"id": image, "height": HEIGHT, "width": WIDTH} for image in ids]
    kinds = [{"id": key, "name": name} for key, name in CATEGORIES.items()]
    return {"images": listed, "categories": kinds, "annotations": annotations}, outputs


def results_of(outputs: dict[int, Any], kind: str) -> list[dict[str, Any]]:
    """As rows of COCO results; sizes of boxes are subtracted in the precision of the tensor."""
    rows = []
    for image, found in outputs.items():
        corners = found["boxes"]
        boxes = torch.cat([corners[:, :2], corners[:, 2:] - corners[:, :2]], dim=1).tolist()
        for place, (label, score) in enumerate(
            zip(found["labels"].tolist(), found["scores"].tolist(), strict=True)
        ):
            row = {"image_id": image, "category_id": label, "score": score}
            if kind == "bbox":
                row["bbox"] = boxes[place]
            elif kind == "segm":
                hard = (found["masks"][place, 0] > 0.5).numpy().astype(np.uint8)
                row["segmentation"] = reference_mask.encode(np.asfortranarray(hard))
            else:
                row["keypoints"] = found["keypoints"][place].flatten().tolist()
            rows.append(row)
    return rows


def _boxes(chance: np.random.Generator, count: int) -> np.ndarray:
    corner = chance.uniform(0, 60, (count, 2))
    return np.hstack([corner, corner + np.exp(chance.uniform(1, 4, (count, 2)))])


def _annotation(
    chance: np.random.Generator, number: int, image: int, label: int, box: np.ndarray
) -> dict[str, Any]:
    x, y, right, below = (float(value) for value in box)
    points = np.column_stack(
        [chance.uniform(x, right, POINTS), chance.uniform(y, below, POINTS), chance.integers(0, 3, POINTS)]
    )
    return {
        "id": number,
        "image_id": image,
        "category_id": label,
        "bbox": [x, y, right - x, below - y],
        "area": (right - x) * (below - y) * 0.8,
        "iscrowd": int(chance.random() < 0.1),
        "segmentation": [[x, y, right, y, right, below, x, below]],
        "keypoints": points.ravel().tolist(),
        "num_keypoints": int((points[:, 2] > 0).sum()),
    }


def _output(
    chance: np.random.Generator, boxes: np.ndarray, labels: np.ndarray, true_points: np.ndarray
) -> dict[str, Any]:
    masks = np.zeros((len(boxes), 1, HEIGHT, WIDTH), dtype=np.float32)
    for mask, (left, top, right, below) in zip(masks, boxes.astype(int), strict=True):
        mask[0, max(top, 0) : below + 1, max(left, 0) : right + 1] = 0.9
    points = np.empty((len(boxes), POINTS, 3))
    points[..., 0] = chance.uniform(boxes[:, :1], boxes[:, 2:3], (len(boxes), POINTS))
    points[..., 1] = chance.uniform(boxes[:, 1:2], boxes[:, 3:], (len(boxes), POINTS))
    moved = true_points.repeat(2, axis=0)
    points[: len(moved)] = moved + chance.normal(0, 2, moved.shape)
    points[..., 2] = 1
    return {
        "boxes": torch.tensor(boxes, dtype=torch.float32).reshape(-1, 4),
        "labels": torch.tensor(labels, dtype=torch.int64),
        "scores": torch.tensor(chance.random(len(boxes)).round(1), dtype=torch.float32),
        "masks": torch.tensor(masks),
        "keypoints": torch.tensor(points, dtype=torch.float32),
    }
