"""Made videos as BDD100K lists them: eight classes and others, crowds, a tracker that misses and confuses."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

NAMES = (
    *("pedestrian", "rider", "car", "bus", "truck", "train", "motorcycle", "bicycle"),
    *("other person", "trailer", "other vehicle"),
)


def make_video(seed: int, frames: int = 20, objects: int = 14, *, grid: float = 0.0) -> tuple[list, list]:
    """The frames of the truth and of a tracker, in no order."""
    chance = np.random.default_rng(seed)
    kinds = chance.integers(0, len(NAMES), objects)
    at, speed = chance.uniform(0, 150, (objects, 2)), chance.normal(0, 2, (objects, 2))
    size, names = chance.uniform(20, 60, (objects, 2)), np.arange(objects)
    truth, found, free = [], [], 100
    for index in range(frames):
        at = at + speed
        true, seen = [], []
        for k in range(objects):
            if chance.random() < 0.1:
                continue
            box = np.r_[at[k], at[k] + size[k]]
            if grid:
                box = np.round(box / grid) * grid
                box[2:] = np.maximum(box[2:], box[:2] + grid)
            true.append(label(k + 1, NAMES[kinds[k]], box))
            if chance.random() < 0.7:
                crowd = bool(chance.random() < 0.15)
                true[-1]["attributes"] = {"Crowd": crowd, "Occluded": False, "Truncated": False}
            if chance.random() < 0.06:
                names[k], free = free, free + 1
            if chance.random() < 0.8:
                kind = kinds[k] if kinds[k] < 8 and chance.random() < 0.9 else chance.integers(0, 8)
                noise = 0 if grid else chance.normal(0, 3, 4)
                seen.append(label(int(names[k]) + 1, NAMES[kind], box + noise) | {"score": 0.5})
        for _ in range(chance.poisson(1.5)):
            corner = chance.uniform(0, 150, 2)
            seen.append(
                label(free + 1, NAMES[chance.integers(0, 8)], np.r_[corner, corner + 25]) | {"score": 0.3}
            )
            free += 1
        frame = {"name": f"v-{index:07d}.jpg", "videoName": "v", "index": index}
        truth.append(frame | {"labels": true})
        found.append(frame | {"labels": seen})
    chance.shuffle(found)
    return truth, found


def label(track: int, kind: str, box: np.ndarray) -> dict:
    corners = dict(zip(("x1", "y1", "x2", "y2"), np.round(box, 3).tolist(), strict=True))
    return {"id": f"{track:08d}", "category": kind, "box2d": corners}


def write_videos(folder: Path, worlds: dict[str, tuple[list, list]]) -> tuple[Path, Path]:
    """The folder of the truth, and that of the tracker."""
    gt, tracker = folder / "gt", folder / "trackers" / "mine"
    gt.mkdir(parents=True)
    (tracker / "data").mkdir(parents=True)
    for name, (truth, found) in worlds.items():
        (gt / f"{name}.json").write_text(json.dumps(truth))
        (tracker / "data" / f"{name}.json").write_text(json.dumps(found))
    return gt, tracker
