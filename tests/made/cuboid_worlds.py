"""Boxes in space and a detector of them, as rows that tests change and write down."""

from __future__ import annotations

from math import cos, pi, sin
from pathlib import Path
from typing import Any

import numpy as np

__all__ = ["argoverse_tables", "cuboid_rows", "kitti_folders", "nuscenes_samples"]

Row = dict[str, Any]
_SIZES = {"car": (4.5, 1.9, 1.6), "pedestrian": (0.7, 0.6, 1.75), "truck": (7.0, 2.5, 2.9)}


def cuboid_rows(frames: int = 12, each: int = 8, seed: int = 1) -> tuple[list[Row], list[Row]]:
    """Objects, and detections of most of them with a few that are none, as x, y, z, l, w, h, yaw, vx, vy."""
    draw, truth, found = np.random.default_rng(seed), [], []
    for frame in range(frames):
        for _ in range(each):
            name = list(_SIZES)[draw.integers(3)]
            length, w, h = np.array(_SIZES[name]) * (1 + 0.1 * draw.standard_normal(3))
            x, y = draw.uniform(-30, 30, 2)
            yaw, speed = draw.uniform(-pi, pi), draw.uniform(3, 12)
            row = {
                "frame": frame,
                "name": name,
                "x": x,
                "y": y,
                "z": h / 2 + 1.2,
                "l": length,
                "w": w,
                "h": h,
            }
            row |= {"yaw": yaw, "vx": speed * cos(yaw), "vy": speed * sin(yaw)}
            truth.append(row)
            if draw.random() < 0.85:
                off = draw.standard_normal(7)
                place = {key: row[key] + 0.06 * by for key, by in zip("xyz", off, strict=False)}
                sides = {key: row[key] * (1 + 0.04 * by) for key, by in zip("lwh", off[3:], strict=False)}
                more = {"yaw": yaw + 0.05 * off[6], "score": draw.uniform(0.4, 1)}
                found.append(row | place | sides | more)
        x, y = draw.uniform(-30, 30, 2)
        found.append(truth[-1] | {"x": x, "y": y, "score": draw.uniform(0, 0.6)})
    return truth, found


def nuscenes_samples(rows: list[Row], frames: int = 12) -> dict[str, Any]:
    """As results of nuScenes; with what a truth has beside where rows have no score."""
    samples: dict[str, list[Any]] = {f"s{frame:02}": [] for frame in range(frames)}
    for row in rows:
        box = {
            "sample_token": f"s{row['frame']:02}",
            "detection_name": row["name"],
            "translation": [row["x"], row["y"], row["z"]],
            "size": [row["w"], row["l"], row["h"]],
            "rotation": row.get("rotation") or [cos(row["yaw"] / 2), 0.0, 0.0, sin(row["yaw"] / 2)],
            "velocity": [row["vx"], row["vy"]],
            "attribute_name": "",
        }
        more = {"detection_score": row["score"]} if "score" in row else {"num_pts": 9}
        plain = {key: list(map(float, value)) for key, value in box.items() if isinstance(value, list)}
        samples[box["sample_token"]].append(box | plain | more)
    return {"results": samples}


def argoverse_tables(rows: list[Row]) -> dict[str, list[Any]]:
    """As columns of Argoverse 2."""
    names = {"car": "REGULAR_VEHICLE", "pedestrian": "PEDESTRIAN", "truck": "BOX_TRUCK"}
    theirs = {"x": "tx_m", "y": "ty_m", "z": "tz_m", "l": "length_m", "w": "width_m", "h": "height_m"}
    held = {column: [row[key] for row in rows] for key, column in theirs.items()}
    held |= {"qw": [cos(row["yaw"] / 2) for row in rows], "qz": [sin(row["yaw"] / 2) for row in rows]}
    held |= {"qx": [0.0] * len(rows), "qy": [0.0] * len(rows)}
    held |= {"timestamp_ns": [row["frame"] for row in rows], "category": [names[row["name"]] for row in rows]}
    scored = "score" in rows[0]
    return held | ({"score": [r["score"] for r in rows]} if scored else {"num_interior_pts": [9] * len(rows)})


def kitti_folders(rows: list[Row], folder: Path, frames: int = 12) -> Path:
    """As labels of KITTI, a file for each frame; y points down there, and boxes stand on it."""
    names = {"car": "Car", "pedestrian": "Pedestrian", "truck": "Cyclist"}
    folder.mkdir()
    for frame in range(frames):
        lines = []
        for number, row in enumerate(each for each in rows if each["frame"] == frame):
            x, z = row["y"], row["x"] + 40
            box = [20 * x + 600, 100, 20 * x + 650 + z, 180 + number]
            y = row.get("below", row["h"] / 2 - row["z"])
            turn = (-row["yaw"] - pi / 2 + pi) % (2 * pi) - pi
            turn = row.get("turn", lambda angle: angle)(turn)
            alpha = row.get("alpha", lambda angle, x, z: angle - np.arctan2(x, z))(turn, x, z)
            numbers = [0, 0, alpha, *box, row["h"], row["w"], row["l"], x, y, z, turn]
            numbers += [row["score"]] if "score" in row else []
            lines.append(" ".join([names[row["name"]], *(f"{value:.6f}" for value in numbers)]))
        lines.append(
            "DontCare -1 -1 -10 1 1 2 2 -1 -1 -1 -1000 -1000 -1000 -10" if "score" not in rows[0] else ""
        )
        (folder / f"{frame:06}.txt").write_text("\n".join(lines).strip() + "\n")
    return folder
