"""Made worlds of tracks: objects that walk and hide, and a tracker that misses, invents and confuses."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np


@dataclass
class TrackWorld:
    """Rows of both sides, frames from 1: frame, id, x, y, w, h; of truth also flag and class."""

    frames: int
    truth: np.ndarray
    found: np.ndarray

    @property
    def sides(self) -> tuple[dict, dict]:
        def side(rows: np.ndarray) -> dict:
            return {
                "frames": rows[:, 0].astype(int),
                "ids": rows[:, 1].astype(int),
                "boxes": rows[:, 2:6],
                "length": self.frames + 1,
            }

        return side(self.truth), side(self.found)


def make_tracks(
    seed: int, frames: int = 40, objects: int = 8, *, grid: float = 0.0, crowd: float = 1.0
) -> TrackWorld:
    """One sequence. With a `grid`, boxes lie on it, so that many overlaps are equal."""
    chance = np.random.default_rng(seed)
    area = 120.0 / crowd
    where = chance.uniform(0, area, (objects, 2))
    speed = chance.normal(0, 2, (objects, 2))
    size = chance.uniform(15, 40, (objects, 2))
    begins = chance.integers(1, max(2, frames // 2), objects)
    ends = begins + chance.integers(3, frames, objects)
    names = np.arange(objects) + 1
    truth, found, free = [], [], 100 + objects
    for frame in range(1, frames + 1):
        where = where + speed
        for k in range(1, objects):
            if chance.random() < 0.02:
                names[k], names[k - 1] = names[k - 1], names[k]
        for k in range(objects):
            if not begins[k] <= frame <= ends[k] or chance.random() < 0.03:
                continue
            box = np.r_[where[k], size[k]]
            if grid:
                box = np.maximum(np.round(box / grid) * grid, [-np.inf, -np.inf, grid, grid])
            kind = 1 if k % 5 else int(chance.choice([1, 7, 8]))
            truth.append([frame, k + 1, *box, float(chance.random() > 0.05), kind])
            if chance.random() < 0.05:
                names[k], free = free, free + 1
            if chance.random() < 0.85:
                noise = 0 if grid else chance.normal(0, 2.5, 4)
                found.append([frame, names[k], *(box + noise)])
        for _ in range(chance.poisson(0.4)):
            found.append([frame, free, *chance.uniform(0, area, 2), 20, 30])
            free += 1
    made = TrackWorld(
        frames, np.array(truth, dtype=float).reshape(-1, 8), np.array(found, dtype=float).reshape(-1, 6)
    )
    made.truth[:, 2:6] = np.round(made.truth[:, 2:6], 2)
    made.found[:, 2:6] = np.round(made.found[:, 2:6], 2)
    chance.shuffle(made.found)
    return made


def write_tracks(folder: Path, worlds: dict[str, TrackWorld]) -> tuple[Path, Path]:
    """As MOTChallenge keeps them: the folder of the truth, and that of the tracker."""
    gt, tracker = folder / "gt", folder / "trackers" / "mine"
    (tracker / "data").mkdir(parents=True)
    for name, world in worlds.items():
        (gt / name / "gt").mkdir(parents=True)
        (gt / name / "seqinfo.ini").write_text(
            f"[Sequence]\nname={name}\nimDir=img1\nframeRate=30\nseqLength={world.frames}\nimWidth=640\nimHeight=480\n"
            "imExt=.jpg\n",
            encoding="utf-8",
        )
        lines = [
            f"{int(f)},{int(i)},{x:.2f},{y:.2f},{w:.2f},{h:.2f},{int(flag)},{int(kind)},1\n"
            for f, i, x, y, w, h, flag, kind in world.truth
        ]
        (gt / name / "gt" / "gt.txt").write_text("".join(lines), encoding="utf-8")
        lines = [
            f"{int(f)},{int(i)},{x:.2f},{y:.2f},{w:.2f},{h:.2f},1,-1,-1,-1\n"
            for f, i, x, y, w, h in world.found
        ]
        (tracker / "data" / f"{name}.txt").write_text("".join(lines), encoding="utf-8")
    return gt, tracker


def walking_pair(frames=12, speed=3.0, gap=()):
    """Two objects that pass each other far apart; the first is not seen in the frames of the gap."""
    for t in range(frames):
        boxes = [[100 - speed * t, 200, 140 - speed * t, 280]]
        if t not in gap:
            boxes.append([10 + speed * t, 0, 50 + speed * t, 80])
        yield boxes, [0.9] * len(boxes)
