"""Boxes in space and marks in scans and slides, in the files of their benchmarks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from protocol_scene import SIDES, json_in, lines_in, table_in


def luna16(folder: Path) -> tuple[Path, tuple[Path, Path]]:
    from luna16_worlds import luna16_world

    truth, found = luna16_world(0)
    axes = ("seriesuid", "coordX", "coordY", "coordZ")
    rows = list(zip(*(truth[name] for name in (*axes, "diameter_mm", "excluded")), strict=True))
    for name, wanted in (("annotations", 0), ("annotations_excluded", 1)):
        held = [row[:5] for row in rows if row[5] == wanted]
        table_in(folder / "truth" / f"{name}.csv", [(*axes, "diameter_mm"), *held])
    table_in(folder / "truth" / "seriesuids.csv", [[scan] for scan in truth["scans"]])
    marks = list(zip(*(found[name] for name in (*axes, "probability")), strict=True))
    paths = [
        table_in(folder / f"{side}.csv", [(*axes, "probability"), *marks[::step]])
        for side, step in zip(SIDES, (1, 2), strict=True)
    ]
    return folder / "truth", (paths[0], paths[1])


def camelyon16(folder: Path) -> tuple[Path, tuple[Path, Path]]:
    from camelyon16_worlds import camelyon16_world, corners_of

    world, found = camelyon16_world(0)
    truth = corners_of(world)
    blank = [["" if value != value else value for value in truth[key]] for key in truth]
    table_in(folder / "truth.csv", [list(truth), *zip(*blank, strict=True)])
    rows = list(zip(*found.values(), strict=True))
    for side, step in zip(SIDES, (1, 2), strict=True):
        for slide in world:
            held = [row[1:] for row in rows[::step] if row[0] == slide]
            lines_in(folder / side / f"{slide}.csv", [",".join(map(str, row)) for row in held])
    return folder / "truth.csv", (folder / SIDES[0], folder / SIDES[1])


def boxes_in_space(chance: np.random.Generator, off: float) -> dict[str, Any]:
    yaw = float(chance.normal(0.5, off / 3))
    return {
        "size": [2.0, 4.0 + off, 1.5],
        "rotation": [float(np.cos(yaw / 2)), 0.0, 0.0, float(np.sin(yaw / 2))],
        "velocity": [1.0 + off, 0.0],
    }


def nuscenes(folder: Path) -> tuple[Path, tuple[Path, Path]]:
    chance = np.random.default_rng(5)
    truth: dict[str, list[Any]] = {}
    found: tuple[dict[str, list[Any]], ...] = ({}, {})
    for sample in range(12):
        token = f"{sample:032x}"
        truth[token] = []
        for held in found:
            held[token] = []
        for place in range(3):
            name = ("car", "pedestrian")[place % 2]
            attribute = {"car": "vehicle.moving", "pedestrian": "pedestrian.moving"}[name]
            center = [8.0 * place + float(chance.uniform(0, 3)), float(chance.uniform(-20, 20)), 0.5]
            base = {"sample_token": token, "detection_name": name, "attribute_name": attribute}
            box = {**base, "translation": center, **boxes_in_space(chance, 0.0)}
            truth[token].append({**box, "num_pts": 9, "ego_translation": center})
            for held, off in zip(found, (0.2, 0.9), strict=True):
                if chance.random() < 0.85:
                    moved = [value + float(chance.normal(0, off)) for value in center]
                    more = {"translation": moved, "ego_translation": moved, **boxes_in_space(chance, off)}
                    score = round(float(chance.uniform(0.3, 1)), 4)
                    held[token].append({**base, **more, "detection_score": score})
    meta = {
        "use_camera": False,
        "use_lidar": True,
        "use_radar": False,
        "use_map": False,
        "use_external": False,
    }
    paths = [
        json_in(folder / f"{side}.json", {"meta": meta, "results": held})
        for side, held in zip(SIDES, found, strict=True)
    ]
    return json_in(folder / "truth.json", {"results": truth}), (paths[0], paths[1])


def argoverse2(folder: Path) -> tuple[Path, tuple[Path, Path]]:
    from argoverse2_worlds import argoverse2_world

    truth, found = argoverse2_world(1)
    rows = list(zip(*found.values(), strict=True))
    paths = [
        table_in(folder / f"{side}.csv", [list(found), *rows[::step]])
        for side, step in zip(SIDES, (1, 2), strict=True)
    ]
    written = table_in(folder / "annotations.csv", [list(truth), *zip(*truth.values(), strict=True)])
    return written, (paths[0], paths[1])


def waymo(folder: Path, *, camera: bool = False) -> tuple[Path, tuple[Path, Path]]:
    from waymo_worlds import waymo_world

    # Two worlds of one seed have one truth; a coarser detector is what another box noise gives.
    truth, found = waymo_world(2, camera=camera)
    paths = [folder / "truth.bin", *(folder / f"{side}.bin" for side in SIDES)]
    half = found[: _whole_messages(found, len(found) // 2)]
    for path, content in zip(paths, (truth, found, half), strict=True):
        path.write_bytes(content)
    return paths[0], (paths[1], paths[2])


def _whole_messages(held: bytes, most: int) -> int:
    """How many bytes of `held` are whole objects, at most `most`."""
    at = 0
    while True:
        size, shift, cursor = 0, 0, at + 1
        while True:
            byte = held[cursor]
            size |= (byte & 0x7F) << shift
            cursor, shift = cursor + 1, shift + 7
            if byte < 0x80:
                break
        if cursor + size > most:
            return at
        at = cursor + size
