"""Made worlds of tracks that are hard to agree on: ties, twins, empty frames, flat boxes, ids that repeat.

Every seed draws its own mixture, so that a few hundred seeds meet them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

__all__ = ["HardWorld", "Seen", "make_hard_tracks"]


@dataclass(frozen=True)
class Seen:
    """One object in one frame (from 0): track, kind by its number, corners x0 y0 x1 y1, score."""

    frame: int
    track: int
    kind: int
    box: tuple[float, float, float, float]
    score: float = 1.0


@dataclass
class HardWorld:
    """Rows of both sides of one sequence, in no order."""

    frames: int
    truth: list[Seen] = field(default_factory=list)
    found: list[Seen] = field(default_factory=list)


def make_hard_tracks(
    chance: np.random.Generator,
    kinds: Sequence[int],
    *,
    found_kinds: Sequence[int] = (),
    area: float = 150.0,
    size: tuple[float, float] = (8, 60),
    ids_by_kind: bool = True,
    kind_by_track: bool = False,
    flat: bool = True,
    silence: bool = True,
) -> HardWorld:
    """One sequence.

    `found_kinds` are those that a tracker may confuse (without, all). With `ids_by_kind` an id may come twice
    in a frame, for two kinds; with `kind_by_track` every row of a track has one kind. Some boxes are `flat`,
    without width or height; with `silence`, sides have nothing in some frames, or in all.
    """
    frames = int(chance.choice([1, 2, 4, 9, 16]))
    objects = int(chance.choice([0, 1, 3, 7, 14], p=[0.05, 0.15, 0.3, 0.3, 0.2]))
    grid = float(chance.choice([0, 0, 5, 8, 16]))
    silent = [float(chance.choice([0, 0.1, 0.5, 1.0], p=[0.5, 0.25, 0.2, 0.05])) for _ in range(2)]
    if not silence:
        silent = [0.0, 0.0]
    exact = chance.random() * float(chance.random() < 0.4)
    twins, repeated = bool(chance.random() < 0.3), bool(chance.random() < 0.4)
    changes = float(chance.choice([0, 0.03, 0.25]))
    shift = float(chance.choice([1.0, 3.0, 10.0]))
    wrong = 0.0 if kind_by_track else 0.1
    number = _numbering(chance, ids_by_kind and repeated)
    kind = chance.choice(np.asarray(kinds), objects) if objects else np.zeros(0, dtype=int)
    guess = np.array([k if chance.random() > 0.1 else chance.choice(found_kinds or kinds) for k in kind])
    where, speed = chance.uniform(0, area, (objects, 2)), chance.normal(0, 2, (objects, 2))
    large = chance.uniform(*size, (objects, 2))
    if twins:
        for k in range(1, objects, 2):
            where[k], speed[k], large[k] = where[k - 1], speed[k - 1], large[k - 1]
    begin = chance.integers(0, max(1, frames // 2), objects)
    end = begin + chance.integers(1, frames + 1, objects)
    name, free = list(range(objects)), objects
    world = HardWorld(frames)
    for frame in range(frames):
        still = [chance.random() < share for share in silent]
        for k in np.flatnonzero(chance.random(objects) < changes):  # with another, or a new one
            j = int(chance.integers(objects + 1))
            if j < objects and not (kind_by_track and guess[j] != guess[k]):
                name[k], name[j] = name[j], name[k]
            else:
                name[k], free = free, free + 1
        for k in range(objects):
            if not begin[k] <= frame < end[k]:
                continue
            corner = where[k] + frame * speed[k]
            box = _on(grid, np.r_[corner, corner + large[k]])
            if flat and chance.random() < 0.02:
                box[2 + int(chance.integers(2))] = box[int(chance.integers(2))]
                box[2:] = np.maximum(box[2:], box[:2])
            if not still[0] and chance.random() > 0.08:
                world.truth.append(Seen(frame, number(0, k, int(kind[k])), int(kind[k]), _four(box)))
            if not still[1] and chance.random() > 0.12:
                if chance.random() >= exact:
                    box = _on(grid, box + chance.normal(0, shift, 4))
                    box[2:] = np.maximum(box[2:], box[:2] + (0 if flat else max(grid, 1.0)))
                label = int(guess[k])
                if wrong and chance.random() < wrong:
                    label = int(chance.choice(found_kinds or kinds))
                world.found.append(_seen(chance, frame, number(1, name[k], label), label, box))
        for _ in range(int(chance.poisson(0.5)) * (not still[1])):
            corner = chance.uniform(0, area, 2)
            label = int(chance.choice(found_kinds or kinds))
            box = _on(grid, np.r_[corner, corner + chance.uniform(*size, 2)])
            world.found.append(_seen(chance, frame, number(1, free, label), label, box))
            free += 1
    for side in (world.truth, world.found):
        order = chance.permutation(len(side)).tolist()
        side[:] = [side[place] for place in order]
    if kind_by_track:
        world.found[:] = _of_one_kind(world.found)
    return world


def _numbering(chance: np.random.Generator, repeated: bool):
    """Ids of tracks: dense or with holes; `repeated`: each kind counts for itself."""
    spread = chance.permutation(3000) if chance.random() < 0.4 else np.arange(3000)
    counts: dict[tuple[int, int], dict[int, int]] = {}

    def number(side: int, track: int, kind: int) -> int:
        known = counts.setdefault((side, kind if repeated else 0), {})
        place = known.setdefault(track, len(known))
        return int(spread[place]) + 1

    return number


def _on(grid: float, box: np.ndarray) -> np.ndarray:
    if not grid:
        return np.round(box, 3)
    box = np.round(box / grid) * grid
    box[2:] = np.maximum(box[2:], box[:2] + grid)
    return box


def _four(box: np.ndarray) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = (float(each) + 0.0 for each in box)
    return x0, y0, x1, y1


def _seen(chance: np.random.Generator, frame: int, track: int, kind: int, box: np.ndarray) -> Seen:
    return Seen(frame, track, kind, _four(box), float(chance.choice([0.1, 0.5, 0.5, 0.9, chance.random()])))


def _of_one_kind(rows: list[Seen]) -> list[Seen]:
    first: dict[int, int] = {}
    return [replace(row, kind=first.setdefault(row.track, row.kind)) for row in rows]
