"""The tables of nuScenes: classes, velocities, the place of the car, and splits."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import truebox as tb


def tables(folder: Path) -> Path:
    """One car in three samples a second apart, 2 m further each; the pose of the car is 10 m behind."""
    folder = folder / "v1.0-own"
    folder.mkdir()
    place = {"instance_token": "i", "size": [2, 4, 2], "rotation": [1, 0, 0, 0], "num_radar_pts": 1}
    held: dict[str, list[dict[str, Any]]] = {
        "sample": [{"token": f"s{k}", "timestamp": 1_000_000 * k, "scene_token": "c"} for k in range(3)],
        "scene": [{"token": "c", "name": "scene-0103"}],
        "category": [{"token": "k", "name": "vehicle.bus.rigid"}],
        "instance": [{"token": "i", "category_token": "k"}],
        "attribute": [{"token": "m", "name": "vehicle.moving"}],
        "sample_annotation": [
            {
                **place,
                "token": f"a{k}",
                "sample_token": f"s{k}",
                "translation": [2 * k * k, 0, 0],
                "attribute_tokens": ["m"],
                "num_lidar_pts": k,
                "prev": f"a{k - 1}" if k else "",
                "next": f"a{k + 1}" if k < 2 else "",
            }
            for k in range(3)
        ],
        "sample_data": [
            {"sample_token": f"s{k}", "ego_pose_token": "p", "filename": "samples/LIDAR_TOP/x.bin"}
            for k in range(3)
        ],
        "ego_pose": [{"token": "p", "translation": [-10, 0, 0]}],
    }
    for name, rows in held.items():
        (folder / f"{name}.json").write_text(json.dumps(rows))
    return folder


def test_tables(tmp_path: Path) -> None:
    """Velocities: of the neighbours, 8 m in 2 s, and at the ends of one of them, 2 and 6 m in 1 s."""
    for path in (tables(tmp_path), tmp_path):
        truth = tb.read_truth(path)
        assert truth.source.format == "nuscenes"
        assert truth.attributes["velocity_x"].tolist() == pytest.approx([2, 4, 6])
        assert truth.attributes["points"].tolist() == [1, 2, 3]
        assert truth.attributes["attribute"].tolist() == ["vehicle.moving"] * 3
        assert truth.images.attributes["ego_x"].tolist() == [-10] * 3
        assert truth.categories.names[truth.category.tolist()[0] - 1] == "bus"


def test_splits_are_lists_of_scenes(tmp_path: Path) -> None:
    folder = tables(tmp_path)
    (folder / "splits.json").write_text(json.dumps({"mine": ["scene-0103"], "other": []}))
    assert len(tb.read_truth(folder, split="mine")) == 3
    assert len(tb.read_truth(folder, split="other")) == 0
