"""Worlds that are evaluated in one go and in parts, and what must be the same."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from truebox.evaluation import Evaluator, Result, evaluate

CLASSES = {1: "cat", 2: "dog", 5: "cow"}
COLUMNS = ("score", "category", "image", "row", "rank", "matched", "ignored", "truths", "boxes")


def made_images(
    count: int, seed: int = 0, decimals: int = 1
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Images with many equal scores, equal boxes, crowds, and some without objects or detections."""
    chance = np.random.default_rng(seed)
    ids = np.array(list(CLASSES))
    truth, found = [], []
    for _ in range(count):
        objects, others = chance.integers(0, 5), chance.integers(0, 6)
        corners = chance.integers(0, 60, (objects, 2)).astype(float)
        sizes = chance.integers(4, 120, (objects, 2))
        boxes = np.hstack([corners, corners + sizes])
        labels = chance.choice(ids, objects)
        truth.append({"boxes": boxes, "labels": labels, "iscrowd": chance.integers(0, 4, objects) == 0})
        moved = boxes + chance.integers(-2, 3, boxes.shape) * 0.5
        wrong = np.hstack([chance.integers(0, 60, (others, 2)), chance.integers(61, 99, (others, 2))]).astype(
            float
        )
        scores = chance.random(objects + others).round(decimals)
        guesses = chance.choice(ids, others)
        found.append(
            {"boxes": np.vstack([moved, wrong]), "labels": np.hstack([labels, guesses]), "scores": scores}
        )
    return truth, found


def whole(truth: Any, found: Any, ids: list[Any], **how: Any) -> Result:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # Every class in every truth: a list of arrays has those of its objects.
        classes = how.pop("classes", list(CLASSES))
        return evaluate(
            dict(zip(ids, truth, strict=True)), dict(zip(ids, found, strict=True)), categories=classes, **how
        )


def streamed(truth: Any, found: Any, ids: list[Any], batches: list[list[int]], **how: Any) -> Evaluator:
    evaluator = Evaluator(CLASSES, **how)
    for batch in batches:
        evaluator.update([truth[i] for i in batch], [found[i] for i in batch], images=[ids[i] for i in batch])
    return evaluator


def result_of(evaluator: Evaluator) -> Result:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return evaluator.result()


def assert_same(one: Result, other: Result) -> None:
    """To the last bit."""
    assert dict(one.metrics) == dict(other.metrics)
    assert dict(one.undefined) == dict(other.undefined)
    assert one.precision.tobytes() == other.precision.tobytes()
    assert one.recall.tobytes() == other.recall.tobytes()
    assert one.stats.tobytes() == other.stats.tobytes()
    assert (one.images, one.truths, one.detections) == (other.images, other.truths, other.detections)
    assert one.state.images.tolist() == other.state.images.tolist()
    for name in COLUMNS:
        mine, theirs = getattr(one.state, name), getattr(other.state, name)
        assert (mine is None) == (theirs is None), name
        if mine is not None:
            assert mine.tobytes() == theirs.tobytes(), name
    assert [(e.id, e.images, e.truths, e.detections, dict(e.metrics)) for e in one.per_class] == [
        (e.id, e.images, e.truths, e.detections, dict(e.metrics)) for e in other.per_class
    ]


def data_codes(result: Result) -> list[tuple[str, str, int]]:
    """Warnings about the data; those about quirks and limits are worded from the rows, which are not kept."""
    kept = [e for e in result.warnings if e.code not in ("W-310", "W-312", "W-571")]
    return [(e.code, e.message.split("; with them AP")[0], e.count) for e in kept]


def coco(images: list[int], first_id: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A COCO truth of some images, its annotations numbered from `first_id`, and results."""
    truth, found = made_images(max(images) + 1)
    rows, results = [], []
    for image in images:
        for box, label in zip(truth[image]["boxes"].tolist(), truth[image]["labels"].tolist(), strict=True):
            size = [box[2] - box[0], box[3] - box[1]]
            base = {"image_id": image, "category_id": label, "bbox": [*box[:2], *size]}
            rows.append({**base, "id": first_id + len(rows), "area": size[0] * size[1], "iscrowd": 0})
        entry = found[image]
        for box, label, score in zip(
            entry["boxes"].tolist(), entry["labels"].tolist(), entry["scores"].tolist(), strict=True
        ):
            size = [box[2] - box[0], box[3] - box[1]]
            results.append(
                {"image_id": image, "category_id": label, "bbox": [*box[:2], *size], "score": score}
            )
    categories = [{"id": key, "name": name} for key, name in CLASSES.items()]
    return {
        "images": [{"id": each} for each in images],
        "annotations": rows,
        "categories": categories,
    }, results
