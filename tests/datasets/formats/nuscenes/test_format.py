"""nuScenes: result files, and tables with classes, velocities and the place of the car."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import truebox as tb
from truebox.errors import InputError

BOX = {
    "sample_token": "a",
    "translation": [1, 2, 0],
    "size": [2, 4, 2],
    "rotation": [1, 0, 0, 0],
    "velocity": [1, 0],
    "detection_name": "car",
    "detection_score": 0.5,
    "attribute_name": "",
}


def results(folder: Path, *rows: Any) -> Path:
    path = folder / "found.json"
    path.write_text(json.dumps({"meta": {"use_lidar": True}, "results": {"a": list(rows), "b": []}}))
    return path


def test_results_are_recognised(tmp_path: Path) -> None:
    found = tb.read_predictions(results(tmp_path, BOX))
    assert (found.source.format, found.image[0], found.category[0]) == ("nuscenes", "a", "car")
    assert found.boxes.tolist() == [[-1, 1, 4, 2]]
    assert found.image.names == ("a", "b")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"detection_name": "tank"}, "E-440.*detection_name.*tank"),
        ({"attribute_name": "flying"}, "E-440.*attribute_name.*flying"),
        ({"size": [0, 1, 1]}, "E-440.*size"),
        ({"size": [1, 1]}, r"E-440.*results\['a'\]\[0\].size"),
        ({"rotation": [0, 0, 0, 0]}, "E-440.*rotation"),
        ({"sample_token": "b"}, "E-440.*sample_token"),
        ({"detection_score": None}, "E-123"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, wrong: Any, said: str) -> None:
    path = results(tmp_path, BOX | wrong, BOX)
    with pytest.raises(InputError, match=said):
        tb.read_predictions(path)
    assert len(tb.read_predictions(path, lenient=True)) == 1


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
