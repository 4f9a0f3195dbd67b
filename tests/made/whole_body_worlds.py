"""People with 133 points, made anew from a seed: crowds, lost and unlabelled parts, equal scores."""

from __future__ import annotations

import random
from typing import Any

POINTS = {"keypoints": 17, "foot_kpts": 6, "face_kpts": 68, "lefthand_kpts": 21, "righthand_kpts": 21}
SCORES = ("foot_score", "face_score", "lefthand_score", "righthand_score", "wholebody_score")


def whole_body_world(seed: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A truth and results; the world 0 modulo 5 has an annotation of the id 0."""
    draw = random.Random(seed).random

    def upto(limit: int) -> int:
        return int(draw() * limit)

    sides = (20, 32, 48, 96, 150)
    images = [{"id": k + 1, "width": 640, "height": 480} for k in range(2 + upto(3))]
    annotations: list[dict[str, Any]] = []
    results: list[dict[str, Any]] = []
    for image in images:
        for _ in range(upto(4)):
            x, y, w, h = upto(300), upto(200), sides[upto(5)], sides[upto(5)]
            person = {"id": len(annotations) + (seed % 5 != 0), "image_id": image["id"], "category_id": 1}
            person |= {"bbox": [x, y, w, h], "area": (w * h, w * h / 2, 1024, 9216)[upto(4)]}
            person["iscrowd"] = int(draw() < 0.1)
            for key, count in POINTS.items():
                hidden = draw() < 0.25
                marks = [0 if hidden else (0, 1, 2, 2)[upto(4)] for _ in range(count)]
                person[key] = [n for v in marks for n in ((x + upto(w), y + upto(h), v) if v else (0, 0, 0))]
            person["num_keypoints"] = sum(v > 0 for v in person["keypoints"][2::3])
            annotations.append(person)
            results += [_found(person, seed, draw) for _ in range(upto(3))]
    return {
        "images": images,
        "categories": [{"id": 1, "name": "person"}],
        "annotations": annotations,
    }, results


def _found(person: dict[str, Any], seed: int, draw: Any) -> dict[str, Any]:
    def score() -> float:
        return int(draw() * 4) / 4 if seed % 3 == 0 else int(draw() * 1000) / 1024

    x, y, w, h = person["bbox"]
    row: dict[str, Any] = {"image_id": person["image_id"], "category_id": 1, "score": score()}
    for key in POINTS:
        absent, reach = draw() < 0.15, (1, 4, 10, 24)[int(draw() * 4)]
        numbers = []
        for px, py, mark in zip(*(person[key][axis::3] for axis in range(3)), strict=True):
            place = (px, py) if mark else (x + draw() * w, y + draw() * h)
            moved = [n + int((draw() - 0.5) * reach * 64) / 64 for n in place]
            numbers += [*moved, 0 if absent else int(draw() * 16) / 16]
        row[key] = numbers
    if seed % 2:
        row |= {name: score() for name in SCORES}
    if seed % 4 == 1:
        row["bbox"] = [x + draw() * 4, y, w + draw() * 4, h]
    return row
