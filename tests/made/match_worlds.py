"""Results with match tables: small evaluations on which tables and diagnoses are tested."""

from __future__ import annotations

from typing import Any

from truebox.evaluation import Result, evaluate

CATEGORIES = ("cat", "dog", "bird")


def annotation(image: int, category: int, bbox: tuple[float, ...], **more: Any) -> dict[str, Any]:
    return {
        "image_id": image,
        "category_id": category,
        "bbox": list(bbox),
        "area": bbox[2] * bbox[3],
        "iscrowd": 0,
        **more,
    }


def detection(image: int, category: int, bbox: tuple[float, ...], score: float) -> dict[str, Any]:
    return {"image_id": image, "category_id": category, "bbox": list(bbox), "score": score}


def scene(truths: list[dict[str, Any]], images: int = 2) -> dict[str, Any]:
    return {
        "images": [{"id": i, "width": 400, "height": 300} for i in range(1, images + 1)],
        "categories": [{"id": k, "name": name} for k, name in enumerate(CATEGORIES, start=1)],
        "annotations": [{"id": number, **truth} for number, truth in enumerate(truths, start=1)],
    }


def result_of(truths: list[dict[str, Any]], found: list[dict[str, Any]], **arguments: Any) -> Result:
    arguments.setdefault("mode", "corrected")
    return evaluate(scene(truths), found, **arguments)


def small_result(**arguments: Any) -> Result:
    """Two truths, a crowd region and four detections: found, repeated, another class, inside the crowd."""
    truths = [
        annotation(1, 1, (10, 10, 40, 40)),
        annotation(1, 2, (100, 100, 50, 50)),
        annotation(1, 1, (200, 0, 100, 100), iscrowd=1),
    ]
    found = [
        detection(1, 1, (10, 10, 40, 40), 0.9),
        detection(1, 1, (12, 10, 40, 40), 0.8),
        detection(1, 3, (100, 100, 50, 40), 0.7),
        detection(1, 1, (210, 10, 30, 30), 0.6),
        detection(2, 1, (210, 10, 30, 30), 0.5),
    ]
    return result_of(truths, found, **arguments)
