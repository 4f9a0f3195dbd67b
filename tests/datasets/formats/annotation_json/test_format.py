"""The simple annotation JSON: what x and y mean, polygons, flags, scores."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import truebox as tb
from truebox.errors import ArgumentError, InputError

NUMBERS = {"x": 50, "y": 40, "width": 20, "height": 10}
AS_CORNER = [[50, 40], [70, 50]]
AS_CENTRE = [[40, 35], [60, 35], [60, 45], [40, 45]]


def picture(*annotations: Any, **more: Any) -> dict[str, Any]:
    return {"file_name": "a.jpg", "width": 640, "height": 480, "annotations": list(annotations), **more}


def entry(points: Any = None, label: str = "cat", **more: Any) -> dict[str, Any]:
    return {"label": label, **NUMBERS, **({} if points is None else {"points": points}), **more}


def write(folder: Path, held: Any, name: str = "a.json") -> Path:
    path = folder / name
    path.write_text(held if isinstance(held, str) else json.dumps(held), encoding="utf-8")
    return path


def test_points_tell_whether_x_and_y_are_corner_or_centre(tmp_path):
    corner = tb.read_truth(write(tmp_path, picture(entry(AS_CORNER), entry())))
    assert corner.boxes.tolist() == [[50, 40, 20, 10]] * 2
    assert "W-443 x and y of boxes are read as the top-left corner" in str(corner.findings[0])
    centre = tb.read_truth(write(tmp_path, picture(entry(AS_CENTRE))))
    assert centre.boxes.tolist() == [[40, 35, 20, 10]]
    assert (centre.source.boxes, centre.findings) == ("cxcywh", ())


@pytest.mark.parametrize("annotations", [[entry()], [entry(AS_CORNER), entry(AS_CENTRE)]])
def test_without_points_or_with_contradicting_ones_the_flag_decides(tmp_path, annotations):
    path = write(tmp_path, picture(*annotations))
    with pytest.raises(InputError, match=r"E-446 .*their corner or their centre.*box_format=.xywh."):
        tb.read_truth(path)
    read = tb.read_truth(path, box_format="cxcywh")
    assert read.boxes[0].tolist() == [40, 35, 20, 10]
    with pytest.raises(ArgumentError, match="box_format"):
        tb.read_truth(path, box_format="xyz")


def test_fractions_and_percent(tmp_path):
    half = {"label": "cat", "x": 0.5, "y": 0.5, "width": 0.25, "height": 0.5}
    path = write(tmp_path, picture(half, width=None, height=None))
    truth = tb.read_truth(path, box_format="rel_xywh")
    assert (truth.boxes.tolist(), truth.units) == ([[0.5, 0.5, 0.25, 0.5]], "fractions")
    truth = tb.read_truth(write(tmp_path, picture(half)), box_format="rel_xywh")
    assert (truth.boxes.tolist(), truth.units) == ([[320, 240, 160, 240]], "pixels")
    truth = tb.read_truth(write(tmp_path, picture(entry())), box_format="pct_xywh")
    assert truth.boxes.tolist() == [[320, 192, 128, 48]]


def test_points_alone_are_a_shape(tmp_path):
    held = picture(
        {"label": "cat", "points": [[1, 2], [9, 2], [9, 7]]}, {"label": "cat", "points": AS_CENTRE}
    )
    truth = tb.read_truth(write(tmp_path, held), geometry="masks")
    assert truth.boxes.tolist() == [[1, 2, 8, 5], [40, 35, 20, 10]]
    assert truth.segmentations.kinds.tolist() == [3, 0]  # four corners of a box are no outline


def test_lists_folders_and_lists_under_images(tmp_path):
    pictures = [picture(entry(AS_CORNER)), picture(file_name="set/b.jpg")]
    for held in (pictures, {"images": pictures}):
        # An object that begins with "images" is taken for COCO, unless it is named.
        truth = tb.read_truth(write(tmp_path, held), format="annotation-json")
        assert truth.images.ids.tolist() == ["a", "set/b"]
    (tmp_path / "many").mkdir()
    write(tmp_path / "many", {"annotations": [entry(AS_CORNER)]}, "7.json")
    write(tmp_path / "many", {"annotations": []}, "8.json")
    assert tb.read_truth(tmp_path / "many" / "7.json").images.ids.tolist() == ["7"]
    assert tb.read_truth(tmp_path / "many").images.ids.tolist() == ["7", "8"]


def test_flags_attributes_and_scores(tmp_path):
    held = picture(entry(AS_CORNER, crowd=True, difficult=True, attributes={"colour": "red"}, confidence=0.5))
    path = write(tmp_path, held)
    truth, found = tb.read_truth(path), tb.read_predictions(path)
    assert (truth.crowd.tolist(), truth.ignore.tolist()) == ([1], [1])
    assert truth.attributes["colour"].tolist() == ["red"]
    assert (found.scores.tolist(), found.image.tolist()) == ([0.5], ["a.jpg"])


@pytest.mark.parametrize(
    ("held", "message"),
    [
        ('{"annotations": [', "E-104"),
        (picture({"label": "cat"}), r"E-441 .*annotations\[0\]: x is missing"),
        (picture({**NUMBERS}), "E-441 .*label is missing"),
        (picture(entry(AS_CORNER, x="1,5")), "E-440 .*decimal point"),
        (picture({"label": "cat", "points": [[1, 2]]}), "E-451 .*one point makes no box"),
        (picture(entry([[1, 2, 3]])), "E-440 .*among the points"),
        (picture(entry(AS_CORNER, crowd="yes")), "E-440 .*crowd.*need true or false"),
        ([picture(), picture()], "E-448"),
        ([{"annotations": []}], "E-441 .*the picture has no name"),
    ],
)
def test_what_is_refused(tmp_path, held, message):
    with pytest.raises(InputError, match=message):
        tb.read_truth(write(tmp_path, held), format="annotation-json")


def test_a_detection_needs_a_score(tmp_path):
    path = write(tmp_path, picture(entry(AS_CORNER)))
    with pytest.raises(InputError, match=r"E-123 .*annotations\[0\]: score is missing"):
        tb.read_predictions(path, format="annotation-json")
    found = tb.read_predictions(path, format="annotation-json", lenient=True)
    assert len(found) == 0


def test_attributes_of_predictions(tmp_path):
    """Of one that has them, beside one that has none."""
    rows = (entry(AS_CORNER, attributes={"colour": "red"}, confidence=0.5), entry(AS_CORNER, confidence=0.4))
    found = tb.read_predictions(write(tmp_path, picture(*rows)))
    assert found.attributes["colour"].tolist() == ["red", None]
