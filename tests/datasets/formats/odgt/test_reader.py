"""CrowdHuman's lines, bodies and heads."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import truebox as tb
from truebox.errors import InputError

LINE = {
    "ID": "a",
    "width": 640,
    "height": 480,
    "gtboxes": [
        {"tag": "person", "fbox": [-5, 1, 20, 40], "hbox": [3, 1, 8, 9], "head_attr": {"ignore": 1}},
        {"tag": "mask", "fbox": [50, 50, 90, 90], "hbox": [0, 0, 1, 1], "extra": {"ignore": 1}},
    ],
}
FOUND = {"ID": "a", "dtboxes": [{"box": [0, 1, 15, 40], "hbox": [3, 1, 8, 8], "score": 0.5}]}


def written(path: Path, *lines: object) -> Path:
    path.write_text("\n".join(map(json.dumps, lines)) + "\n")
    return path


def test_bodies(tmp_path: Path) -> None:
    truth = tb.read_truth(written(tmp_path / "truth.odgt", LINE))
    assert truth.boxes.tolist() == [[-5, 1, 20, 40], [50, 50, 90, 90]]
    assert truth.crowd.tolist() == [0, 1]
    assert truth.images.sizes.tolist() == [[640, 480]]
    assert truth.categories.names == ("person",)
    found = tb.read_predictions(written(tmp_path / "found.odgt", FOUND))
    assert (found.boxes.tolist(), found.scores.tolist(), found.image[0]) == ([[0, 1, 15, 40]], [0.5], "a")


def test_heads(tmp_path: Path) -> None:
    truth = tb.read_truth(written(tmp_path / "truth.odgt", LINE), classes=["head"])
    assert (truth.boxes[0].tolist(), truth.crowd.tolist()) == ([3, 1, 8, 9], [1, 1])
    found = tb.read_predictions(written(tmp_path / "found.odgt", FOUND), classes=["head"])
    assert found.boxes.tolist() == [[3, 1, 8, 8]]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([LINE, LINE], "E-448 .*line 2.*listed twice"),
        ([LINE | {"gtboxes": [{"tag": "person", "fbox": [1, 2, 3]}]}], "fbox.*four numbers"),
        ([LINE | {"gtboxes": [{"fbox": [1, 2, 3, 4]}]}], "tag"),
    ],
)
def test_what_cannot_be_is_refused(lines: list[object], said: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=said):
        tb.read_truth(written(tmp_path / "truth.odgt", *lines))


def test_detections_of_two_lines_of_one_picture_are_refused(tmp_path: Path) -> None:
    """CrowdDet's `loadData` keeps those of the last line; both together are another number."""
    with pytest.raises(InputError, match=r"E-448 .*line 2.*listed twice"):
        tb.read_predictions(written(tmp_path / "found.odgt", FOUND, FOUND))


def test_heads_that_nobody_detected_are_refused(tmp_path: Path) -> None:
    bare = {"ID": "a", "dtboxes": [{"box": [0, 1, 15, 40], "score": 0.5}]}
    with pytest.raises(InputError, match="hbox"):
        tb.read_predictions(written(tmp_path / "found.odgt", bare), classes=["head"])
