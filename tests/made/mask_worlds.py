"""Made worlds of tracked masks: discs that walk past each other, no pixel twice, and a tracker."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from truebox.masks import encode_masks, masks_to_compressed

HEIGHT, WIDTH = 40, 56


@dataclass
class MaskWorld:
    """Rows of both sides: frame from 0, id, class, mask [HEIGHT, WIDTH]."""

    frames: int
    truth: list[tuple[int, int, int, np.ndarray]] = field(default_factory=list)
    found: list[tuple[int, int, int, np.ndarray]] = field(default_factory=list)


def make_masks(
    seed: int, frames: int = 12, objects: int = 6, *, classes: tuple[int, ...] = (2,)
) -> MaskWorld:
    """One sequence with a region to be ignored in most frames; in some frames a side is empty."""
    chance = np.random.default_rng(seed)
    world = MaskWorld(frames)
    where = chance.uniform([6, 6], [HEIGHT - 6, WIDTH - 6], (objects, 2))
    speed = chance.normal(0, 1.5, (objects, 2))
    radius = chance.uniform(3, 8, objects)
    kind = chance.choice(classes, objects)
    names = np.arange(objects) + 1
    aside = chance.uniform([8, 8], [HEIGHT - 8, WIDTH - 8])
    region = disc(*aside, 11)
    for frame in range(frames):
        where = where + speed
        taken, shaken = np.zeros((2, HEIGHT, WIDTH), dtype=bool)
        truth, found = [], []
        for k in range(objects):
            if chance.random() < 0.08:
                names[k] = names.max() + 1
            if chance.random() < 0.1:
                j = int(chance.integers(objects))
                names[[k, j]] = names[[j, k]]
        for k in range(objects):
            mask = disc(*where[k], radius[k]) & ~taken
            if chance.random() > 0.08 and mask.any():
                truth.append((frame, 1000 * int(kind[k]) + k, int(kind[k]), mask))
                taken |= mask
            mask = disc(*(where[k] + chance.normal(0, 1, 2)), radius[k]) & ~shaken
            if chance.random() > 0.12 and mask.any():
                label = int(kind[k]) if chance.random() > 0.06 else int(chance.choice((1, 2, 10)))
                found.append((frame, 2000 + int(names[k]), label, mask))
                shaken |= mask
        centre = chance.uniform([0, 0], [HEIGHT, WIDTH]) if frame % 3 else chance.normal(aside, 3)
        mask = disc(*centre, 5) & ~shaken
        if mask.any():
            found.append((frame, 5000 + frame, int(classes[-1]), mask))
        if (region & ~taken).any() and chance.random() > 0.2:
            truth.insert(0, (frame, 10000, 10, region & ~taken))
        if frame != 5:
            world.truth += truth
        if frame != 7:
            chance.shuffle(found)
            world.found += found
    return world


def disc(y: float, x: float, radius: float) -> np.ndarray:
    rows, columns = np.mgrid[:HEIGHT, :WIDTH]
    return (rows - y) ** 2 + (columns - x) ** 2 <= radius**2


def mask_lines(rows: list[tuple[int, int, int, np.ndarray]], first: int) -> str:
    """As the text of MOTS has them."""
    if not rows:
        return ""
    counts = masks_to_compressed(encode_masks(np.stack([row[3] for row in rows])))
    return "".join(
        f"{frame + first} {track} {kind} {HEIGHT} {WIDTH} {count.decode()}\n"
        for (frame, track, kind, _), count in zip(rows, counts, strict=True)
    )


def write_masks(folder: Path, worlds: dict[str, MaskWorld], layout: str = "mots") -> tuple[Path, Path]:
    """As MOTSChallenge or KITTI MOTS keep them: the folder of the truth, and that of the tracker."""
    gt, tracker = folder / "gt", folder / "trackers" / "mine"
    (tracker / "data").mkdir(parents=True)
    first = 1 if layout == "mots" else 0
    for name, world in worlds.items():
        home = gt / name / "gt" if layout == "mots" else gt / "label_02"
        home.mkdir(parents=True, exist_ok=True)
        (home / ("gt.txt" if layout == "mots" else f"{name}.txt")).write_text(mask_lines(world.truth, first))
        (tracker / "data" / f"{name}.txt").write_text(mask_lines(world.found, first))
        if layout == "mots":
            (gt / name / "seqinfo.ini").write_text(f"[Sequence]\nname={name}\nseqLength={world.frames}\n")
    if layout != "mots":
        lines = [f"{name} empty 000000 {world.frames - 1:06d}\n" for name, world in worlds.items()]
        (gt / "evaluate_mots.seqmap.val").write_text("".join(lines))
    return gt, tracker


def write_pictures(
    folder: Path, rows: list[tuple[int, int, int, np.ndarray]], frames: int, first: int
) -> None:
    """The same as 16-bit pictures of instances."""
    from PIL import Image

    folder.mkdir(parents=True)
    for frame in range(frames):
        ids = np.zeros((HEIGHT, WIDTH), dtype=np.uint16)
        for own, track, _, mask in rows:
            if own == frame:
                ids[mask] = track
        Image.fromarray(ids).save(folder / f"{frame + first:06d}.png")
