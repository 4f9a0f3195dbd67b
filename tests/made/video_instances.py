"""Made videos of YouTube-VIS: discs and rectangles of two classes that walk, and a tracker that errs."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from truebox.masks import encode_masks, masks_to_coco

CLASSES = ({"id": 3, "name": "round"}, {"id": 1, "name": "long"}, {"id": 8, "name": "absent"})


def make_instances(seed: int, videos: int = 3, *, size: tuple[int, int] = (60, 80)) -> tuple[dict, list]:
    """Truth (uncompressed run lengths, as the toolkit wants) and results (compressed)."""
    chance = np.random.default_rng(seed)
    truth: dict = {"videos": [], "categories": list(CLASSES), "annotations": []}
    results: list = []
    for video in range(videos):
        length = int(chance.integers(4, 12))
        number = 10 - video  # numbers do not follow the order
        names = [f"V-{video}/{frame:05d}.jpg" for frame in range(length)]
        truth["videos"].append(
            {"id": number, "height": size[0], "width": size[1], "length": length, "file_names": names}
        )
        for _ in range(int(chance.integers(2, 6))):
            kind = int(chance.choice([3, 1]))
            track = walk(chance, size, length, kind)
            begin, end = sorted(chance.choice(length + 1, 2, replace=False))
            seen = [bool(begin <= t < end and chance.random() > 0.1) for t in range(length)]
            truth["annotations"].append(
                entry(track, seen, number, kind, size, chance, len(truth["annotations"]))
            )
            if video == videos - 1 and videos > 2:
                continue  # this one has no results
            for _ in range(int(chance.integers(0, 4))):
                shift = chance.normal(0, 2, 2).astype(int)
                moved = np.roll(track, shift, axis=(1, 2))
                shown = [s and chance.random() > 0.1 for s in seen]
                label = kind if chance.random() > 0.15 else int(chance.choice([1, 3, 77]))
                score = round(float(chance.random()), 1)  # many are equal
                results.append(found(moved, shown, number, label, score))
        if video < videos - 1 or videos < 3:
            noise = walk(chance, size, length, 3)
            results.append(found(noise, [chance.random() > 0.5 for _ in range(length)], number, 3, 0.35))
            results.append(found(noise, [False] * length, number, 1, 0.4))
    chance.shuffle(results)
    return truth, results


def walk(chance: np.random.Generator, size: tuple[int, int], length: int, kind: int) -> np.ndarray:
    rows, columns = np.mgrid[: size[0], : size[1]]
    where, speed = chance.uniform(0, size), chance.normal(0, 2, 2)
    large = min(size) * chance.uniform(0.05, 0.45)
    masks = []
    for t in range(length):
        y, x = where + t * speed
        if kind == 3:
            masks.append((rows - y) ** 2 + (columns - x) ** 2 <= large**2)
        else:
            masks.append((abs(rows - y) <= large) & (abs(columns - x) <= 1.7 * large))
    return np.array(masks)


def entry(track, seen, number, kind, size, chance, place) -> dict:
    shapes = masks_to_coco(encode_masks(track), counts="list")
    areas = [int(mask.sum()) for mask in track]
    return {
        "id": place + 5,
        "video_id": number,
        "category_id": kind,
        "iscrowd": int(chance.random() < 0.15),
        "height": size[0],
        "width": size[1],
        "areas": [area if shown else None for area, shown in zip(areas, seen, strict=True)],
        "segmentations": [shape if shown else None for shape, shown in zip(shapes, seen, strict=True)],
        "bboxes": [[0, 0, 1, 1] if shown else None for shown in seen],
    }


def found(track, seen, number, kind, score) -> dict:
    shapes = masks_to_coco(encode_masks(track))
    return {
        "video_id": number,
        "category_id": kind,
        "score": score,
        "segmentations": [shape if shown else None for shape, shown in zip(shapes, seen, strict=True)],
    }


def write_instances(folder: Path, truth: dict, results: list) -> tuple[Path, Path]:
    """Both files."""
    gt, dt = folder / "instances.json", folder / "results.json"
    gt.write_text(json.dumps(truth))
    dt.write_text(json.dumps(results))
    return gt, dt
