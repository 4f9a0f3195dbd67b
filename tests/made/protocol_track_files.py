"""Tracks in the files of each benchmark, and a second tracker that finds less."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from hard_track_files import HARD_FILES
from palette_worlds import make_palettes, write_palettes
from protocol_scene import SIDES, lines_in

__all__ = ["TRACK_WRITERS", "one_object"]

SEED = 12
Written = tuple[Path, tuple[Path, Path]]


def thinned(content: Any) -> Any:
    """Plain data without every fourth row."""
    rows = [each for place, each in enumerate(content) if place % 4]
    if content and "labels" in content[0]:
        return [each | {"labels": thinned(each["labels"])} for each in content]
    return rows


def with_less(path: Path, copy: Path) -> Path:
    """A copy in which a part of the rows is missing, of pictures of the pixels."""
    if path.is_dir():
        shutil.copytree(path, copy)
    else:
        shutil.copy(path, copy)
    for file in [copy] if copy.is_file() else sorted(copy.rglob("*")):
        if file.suffix == ".txt":
            lines = file.read_text().splitlines(keepends=True)
            file.write_text("".join(thinned(lines)) if len(lines) > 3 else "".join(lines))
        elif file.suffix == ".json":
            file.write_text(json.dumps(thinned(json.loads(file.read_text()))))
        elif file.suffix == ".png":
            from PIL import Image

            with Image.open(file) as opened:
                picture = opened.copy()
            pixels = np.asarray(picture).copy()
            pixels[::3] = 0
            less = Image.fromarray(pixels, mode=picture.mode)
            if picture.mode == "P":
                less.putpalette(picture.getpalette())
            less.save(file)
    return copy


def hard(name: str) -> Callable[[Path], Written]:
    def write(folder: Path) -> Written:
        truth, found = HARD_FILES[name](folder, np.random.default_rng(SEED))
        return truth, (found, with_less(found, found.with_name(f"less{found.suffix}")))

    return write


def given_objects(folder: Path) -> Written:
    truth = {f"s{seed}": make_palettes(seed, extra=0, voids=False)[0] for seed in (1, 2, 3)}
    first = write_palettes(
        folder / "first", {name: np.roll(frames, 1, axis=2) for name, frames in truth.items()}
    )
    return write_palettes(folder / "gt", truth), (first, with_less(first, folder / "second"))


def one_object(folder: Path, *, kind: str) -> tuple[Path, tuple[Path, Path]]:
    chance = np.random.default_rng(4)
    truth = folder / "truth"
    for number in range(6):
        name, frames = f"Walk{number}", 30
        path = np.cumsum(chance.normal(0, 2, (frames, 2)), axis=0) + 120
        boxes = np.hstack([path, np.full((frames, 2), (40.0, 60.0))]).round(2)
        home = truth / name
        rows = [",".join(map(str, row)) for row in boxes.tolist()]
        if kind == "otb":
            lines_in(home / "groundtruth_rect.txt", rows)
        else:
            lines_in(home / "groundtruth.txt", rows)
        if kind == "lasot":
            for flag in ("full_occlusion", "out_of_view"):
                lines_in(home / f"{flag}.txt", [",".join("0" * frames)])
        if kind == "got10k":
            lines_in(home / "cover.label", ["8"] * frames)
            lines_in(home / "meta_info.ini", ["[METAINFO]", "resolution: (400, 300)"])
        for side, off in zip(SIDES, (3.0, 12.0), strict=True):
            moved = (boxes + chance.normal(0, off, boxes.shape) * [1, 1, 0.3, 0.3]).round(2)
            moved[0] = boxes[0]
            lines = [",".join(map(str, row)) for row in moved.tolist()]
            at = f"{name}/{name}_001.txt" if kind == "got10k" else f"{name}.txt"
            lines_in(folder / side / at, lines)
    return truth, (folder / SIDES[0], folder / SIDES[1])


TRACK_WRITERS: dict[str, Callable[[Path], Written]] = {
    **{name: hard(name) for name in HARD_FILES},
    "tracks": hard("mot17"),
    "davis_semi_supervised": given_objects,
}
"""By protocol."""
