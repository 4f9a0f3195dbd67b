"""Made sequences of tracks in the files of MOTChallenge, for the questions about tracks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from benchmarks.made_data import made_folder, warm

# A new number makes new files; it changes when the worlds below do.
_EDITION = 1

# Runs in a process of its own: the questions measure memory, so they hold no data themselves.
#
# Objects walk straight on in 1,920 x 1,080 pixels and turn at the borders. Each lives for some hundred
# frames, then another begins in its place. The tracker sees nine of ten, a little off, gives an object a new
# id now and then, exchanges the ids of two, and follows ghosts. Of the truth some rows are of classes that
# are not evaluated (standing people, distractors) or are marked as such.
_MAKE = """
import sys
from pathlib import Path

import numpy as np

folder, sequences, frames, objects, seed = Path(sys.argv[1]), *map(int, sys.argv[2:])
LIFE, NEW_ID, EXCHANGE, SEEN, GHOSTS = 900, 0.003, 0.001, 0.9, 0.02


def reflected(where, limit):
    where = np.mod(where, 2 * limit)
    return np.where(where > limit, 2 * limit - where, where)


def lives(chance):
    begins = chance.random((frames, objects)) < 1 / LIFE
    begins[0] = True
    return begins.ravel(order="F").cumsum().reshape((frames, objects), order="F") - 1


def walk(chance, life):
    count = life.max() + 1
    start = chance.uniform((0, 0), (1800, 950), (count, 2))
    speed = chance.normal(0, 2.5, (count, 2))
    height = chance.uniform(60, 200, count)
    time = np.arange(frames)[:, None]
    boxes = np.empty((frames, objects, 4))
    for axis, limit in ((0, 1800.0), (1, 950.0)):
        boxes[..., axis] = reflected(start[life, axis] + speed[life, axis] * time, limit)
    boxes[..., 3] = height[life]
    boxes[..., 2] = height[life] * 0.41
    return boxes


def tracker_ids(chance, life):
    renewed = np.zeros((frames, objects), dtype=bool)
    renewed[1:] = life[1:] != life[:-1]
    renewed |= chance.random((frames, objects)) < NEW_ID
    renewed[0] = True
    ids = renewed.ravel(order="F").cumsum().reshape((frames, objects), order="F")
    place = np.tile(np.arange(objects), (frames, 1))
    for frame, first in np.argwhere(chance.random((frames, objects)) < EXCHANGE):
        second = (first + 1) % objects
        until = frame + int(chance.integers(20, 400))
        place[frame:until, [first, second]] = place[frame:until, [second, first]]
    return np.take_along_axis(ids, place, axis=1)


def write(path, columns, form):
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="\\n") as file:
        for begin in range(0, len(columns[0]), 100_000):
            rows = zip(*(column[begin : begin + 100_000].tolist() for column in columns))
            file.writelines(form % row for row in rows)


for number in range(sequences):
    chance = np.random.default_rng([seed, number, frames, objects])
    name = f"MADE-{number + 1:02d}"
    life = lives(chance)
    boxes = walk(chance, life).round(2)
    frame = np.broadcast_to(np.arange(1, frames + 1)[:, None], life.shape)
    there = chance.random(life.shape) > 0.02
    kind = chance.choice([1, 1, 1, 1, 1, 1, 1, 1, 7, 8, 12], life.max() + 1)[life]
    flag = ((kind == 1) & (chance.random(life.shape) > 0.01)).astype(int)
    truth = [frame[there], life[there] + 1, *boxes[there].T, flag[there], kind[there]]
    truth.append(chance.random(int(there.sum())).round(3))
    write(folder / "gt" / name / "gt" / "gt.txt", truth, "%d,%d,%.2f,%.2f,%.2f,%.2f,%d,%d,%.3f\\n")
    told = f"[Sequence]\\nname={name}\\nimDir=img1\\nframeRate=25\\nseqLength={frames}\\n"
    told += "imWidth=1920\\nimHeight=1080\\nimExt=.jpg\\n"
    (folder / "gt" / name / "seqinfo.ini").write_text(told, encoding="utf-8", newline="\\n")

    seen = there & (chance.random(life.shape) < SEEN)
    noise = chance.normal(0, 0.06, boxes.shape) * boxes[..., [2, 3, 2, 3]]
    found = np.maximum(boxes + noise, [-np.inf, -np.inf, 1, 1])
    ids = tracker_ids(chance, life)
    ghosts = np.argwhere(chance.random(life.shape) < GHOSTS / 20)
    ghosts = np.repeat(ghosts, 20, axis=0)
    step = np.tile(np.arange(20), len(ghosts) // 20)
    ghost_frame = ghosts[:, 0] + step
    ghost_id = ids.max() + 1 + np.arange(len(ghosts)) // 20
    corner = np.repeat(chance.uniform((0, 0), (1800, 950), (len(ghosts) // 20, 2)), 20, axis=0)
    ghost_boxes = np.column_stack([corner, np.full((len(ghosts), 2), [50.0, 120.0])])
    inside = ghost_frame < frames
    columns = [
        np.concatenate([frame[seen], ghost_frame[inside] + 1]),
        np.concatenate([ids[seen], ghost_id[inside]]),
        *np.concatenate([found[seen], ghost_boxes[inside]]).T,
    ]
    order = np.argsort(columns[0], kind="stable")
    columns = [column[order] for column in columns]
    columns.append(chance.uniform(0.3, 1, len(order)))
    write(folder / "tracker" / "data" / f"{name}.txt", columns, "%d,%d,%.2f,%.2f,%.2f,%.2f,%.3f,-1,-1,-1\\n")
"""


@dataclass(frozen=True, slots=True)
class TrackFiles:
    """Folders of a truth and of one tracker."""

    truth: Path
    tracker: Path
    sequences: int
    frames: int
    objects: int

    @property
    def title(self) -> str:
        size = sum(path.stat().st_size for path in self.truth.parent.rglob("*.txt")) / 1e6
        sequences = "1 sequence" if self.sequences == 1 else f"{self.sequences} sequences"
        return f"{sequences} × {self.frames:,} frames × {self.objects} objects ({size:,.0f} MB of text)"


def made_tracks(sequences: int, frames: int, objects: int, seed: int = 1) -> TrackFiles:
    """Files for these arguments; made on first use."""
    key = f"tracks-{_EDITION}-{sequences}-{frames}-{objects}-{seed}"
    folder = made_folder(key, _MAKE, sequences, frames, objects, seed)
    for path in folder.rglob("*.txt"):
        warm(path)
    return TrackFiles(folder / "gt", folder / "tracker", sequences, frames, objects)
