"""A scene of upright boxes that two detectors look at, and what writes it down for any protocol."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

WIDTH, HEIGHT = 400, 300
SIDES = ("first", "second")


Row = tuple[int, int, list[float]]


@dataclass(frozen=True)
class Scene:
    """Objects (image, class, corners) and what two detectors find, with scores."""

    images: int
    truth: list[Row]
    found: tuple[list[tuple[int, int, list[float], float]], ...]


def scene(classes: int, *, images: int = 12, seed: int = 3, low: float = 55, high: float = 110) -> Scene:
    """Pedestrian-like boxes that hardly meet, a good detector and a worse one."""
    chance = np.random.default_rng(seed)
    truth: list[Row] = []
    found: tuple[list[Any], list[Any]] = ([], [])
    for image in range(images):
        for place in range(int(chance.integers(2, 5))):
            high_ = float(chance.uniform(low, high))
            corner = [8 + 95 * place + float(chance.uniform(0, 20)), float(chance.uniform(5, 250 - high))]
            box = [*corner, corner[0] + 0.6 * high_, corner[1] + high_]
            kind = int(chance.integers(classes))
            truth.append((image, kind, [round(each, 2) for each in box]))
            for rows, off, seen in zip(found, (0.03, 0.09), (0.9, 0.75), strict=True):
                if chance.random() > seen:
                    continue
                moved = [value + float(chance.normal(0, off)) * high_ for value in box]
                label = kind if chance.random() < 0.95 else int(chance.integers(classes))
                score = float(np.clip(chance.normal(0.7, 0.15), 0.05, 0.99))
                rows.append((image, label, [round(each, 2) for each in moved], round(score, 5)))
        for rows, false in zip(found, (0.4, 0.9), strict=True):
            for _ in range(int(chance.poisson(false))):
                x, y = float(chance.uniform(0, 300)), float(chance.uniform(0, 200))
                label, score = int(chance.integers(classes)), round(float(chance.uniform(0.05, 0.7)), 5)
                rows.append((image, label, [round(e, 2) for e in (x, y, x + 40, y + 70)], score))
    return Scene(images, truth, found)


def lines_in(path: Path, lines: Iterable[str]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def table_in(path: Path, rows: Iterable[Sequence[Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(rows)
    return path


def json_in(path: Path, value: Any) -> Path:
    path.write_text(json.dumps(value))
    return path


def name_of(image: int) -> str:
    return f"{image:06}"


def wide(box: Sequence[float]) -> list[float]:
    return [box[0], box[1], box[2] - box[0], box[3] - box[1]]


def corners(box: Sequence[float]) -> list[float]:
    left, top, right, bottom = box
    return [left, top, right, top, right, bottom, left, bottom]


def in_coco(
    folder: Path,
    *names: str,
    of_images: dict[str, Any] | None = None,
    more: Callable[[list[float]], dict[str, Any]] = lambda _: {},
    found_more: Callable[[list[float]], dict[str, Any]] = lambda _: {},
) -> tuple[Path, tuple[Path, Path]]:
    """COCO's JSON, which most protocols' users have."""
    made = scene(len(names))
    truth = {
        "images": [
            {
                "id": k + 1,
                "file_name": f"{name_of(k)}.jpg",
                "width": WIDTH,
                "height": HEIGHT,
                **(of_images or {}),
            }
            for k in range(made.images)
        ],
        "categories": [{"id": k, "name": name} for k, name in enumerate(names, start=1)],
        "annotations": [
            {
                **{"id": place, "image_id": image + 1, "category_id": kind + 1, "iscrowd": 0},
                **{"bbox": wide(box), "area": wide(box)[2] * wide(box)[3], **more(box)},
            }
            for place, (image, kind, box) in enumerate(made.truth, start=1)
        ],
    }
    paths = []
    for side, rows in zip(SIDES, made.found, strict=True):
        held = [
            {
                "image_id": image + 1,
                "category_id": kind + 1,
                "bbox": wide(box),
                "score": score,
                **found_more(box),
            }
            for image, kind, box, score in rows
        ]
        paths.append(json_in(folder / f"{side}.json", held))
    return json_in(folder / "truth.json", truth), (paths[0], paths[1])


def in_image_files(
    folder: Path, classes: int, truth_line: Callable[..., str], found_line: Callable[..., str], **how: Any
) -> tuple[Path, tuple[Path, Path]]:
    """One text file an image on both sides."""
    made = scene(classes, **{key: how[key] for key in ("low", "high") if key in how})
    truth, found = how.get("names", ("{}.txt", "{}.txt"))
    place = how.get("truth_folder", "truth")
    for image in range(made.images):
        rows = [truth_line(*row[1:]) for row in made.truth if row[0] == image]
        lines_in(folder / place / truth.format(name_of(image)), rows)
        for side, held in zip(SIDES, made.found, strict=True):
            rows = [found_line(*row[1:]) for row in held if row[0] == image]
            lines_in(folder / side / found.format(name_of(image)), rows)
    return folder / place, (folder / SIDES[0], folder / SIDES[1])
