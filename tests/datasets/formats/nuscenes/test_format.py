"""nuScenes: how its data is recognised, and what is wrong with a box."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import truebox as tb
from truebox.datasets.formats.nuscenes.format import are_samples
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


def test_parsed_results_are_told_from_coco() -> None:
    assert are_samples({"results": {"a": []}})
    assert not are_samples({"results": {"a": {}}})
    assert not are_samples({"images": [], "annotations": []})
    assert not are_samples([])
