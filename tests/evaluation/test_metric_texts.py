"""What the names of metrics and columns say: every metric of every protocol has words."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from waymo_worlds import waymo_world

from truebox.evaluation import evaluate, protocol_value
from truebox.evaluation.metric_texts import metric_text
from truebox.evaluation.registry import DETECTION_PROTOCOLS

BOX = {
    "boxes": [[0, 0, 9, 9]],
    "labels": ["car"],
    "masks": np.ones((1, 9, 9), bool),
    "keypoints": np.ones((1, 14, 3)),
}


IN_SPACE = {
    **{"detection_name": "car", "translation": [0, 0, 0], "size": [2, 4, 2], "rotation": [1, 0, 0, 0]},
    **{"velocity": [0, 0], "attribute_name": "vehicle.parked"},
}

CUBOID = {
    **{name: [1.0] for name in ("tx_m", "ty_m", "tz_m", "length_m", "width_m", "height_m", "qw")},
    **{"qx": [0.0], "qy": [0.0], "qz": [0.0], "timestamp_ns": [1], "category": ["BUS"]},
}


POINT = {"seriesuid": ["a"], "coordX": [1.0], "coordY": [1.0], "coordZ": [1.0]}


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
@pytest.mark.parametrize("name", [name for name in DETECTION_PROTOCOLS if name != "lvis"])
def test_metrics_of_detections_have_words(name: str, tmp_path: Path) -> None:
    geometries = protocol_value(name).geometries
    geometry = "boxes" if "boxes" in geometries else geometries[0]
    sides = ([BOX], [BOX | {"scores": [0.5]}])
    if name == "nuscenes":
        sides = ({"results": {"a": [IN_SPACE]}}, {"results": {"a": [IN_SPACE | {"detection_score": 0.5}]}})
    if name == "argoverse2":
        sides = (CUBOID | {"num_interior_pts": [9]}, CUBOID | {"score": [0.5]})
    if name == "luna16":
        sides = (POINT | {"diameter_mm": [9.0]}, POINT | {"probability": [0.5]})
    if name == "camelyon16":
        point = {"slide": ["a"], "confidence": [0.5], "x": [9], "y": [9]}
        sides = ({"label_images": {"a": np.ones((40, 40), int)}}, point)
    if name.startswith("waymo"):
        sides = _waymo_sides(name, tmp_path)
    metrics = evaluate(*sides, protocol=name, geometry=geometry).metrics
    assert [key for key in metrics if metric_text(key) is None] == []


def _waymo_sides(name: str, folder: Path) -> tuple[Path, Path]:
    sides = (folder / "truth.bin", folder / "found.bin")
    for path, message in zip(sides, waymo_world(0, camera=name.endswith("camera")), strict=True):
        path.write_bytes(message)
    return sides


def test_what_is_no_metric_has_none() -> None:
    assert metric_text("XY") is None
    assert metric_text("mF1") == "F1 of each class at that score: the mean over classes."


@pytest.mark.parametrize("column", ["P", "R", "F1", "score", "interval"])
def test_the_columns_of_the_table_are_explained(column):
    assert metric_text(column).endswith(".")


def test_an_interval_is_of_the_mean_over_sets_of_images():
    assert "one other set differs more" in metric_text("interval")


def test_a_threshold_is_read_from_the_name():
    assert metric_text("AP60").endswith("at IoU 0.6.")
    assert metric_text("PQth").endswith(", of things.")
