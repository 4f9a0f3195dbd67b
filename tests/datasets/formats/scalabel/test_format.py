"""Scalabel and BDD100K JSON."""

from __future__ import annotations

import json

import pytest
from format_rounds import check_round, refused

import truebox as tb

FRAME = {
    "name": "b1c66a42-6f7d68ca.jpg",
    "attributes": {"weather": "overcast"},
    "labels": [
        {
            "id": "0",
            "category": "traffic sign",
            "attributes": {"occluded": False, "truncated": True},
            "box2d": {"x1": 1000.698742, "y1": 281.992415, "x2": 1040.626872, "y2": 326.91156},
        },
        {"id": "1", "category": "lane", "poly2d": []},
        {
            "id": "2",
            "category": "person",
            "attributes": {"crowd": True},
            "box2d": {"x1": 0, "y1": 0, "x2": 9, "y2": 4},
        },
    ],
}


def written(tmp_path, value):
    path = tmp_path / "det_val.json"
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return path


def test_corners_are_inclusive(tmp_path):
    truth = tb.read_truth(written(tmp_path, [FRAME]))
    # scalabel 0.3.1, box2d_to_bbox: x2 - x1 + 1 and y2 - y1 + 1.
    assert truth.boxes[1].tolist() == [0, 0, 10, 5]
    assert truth.boxes[0, 2] == 1040.626872 - 1000.698742 + 1
    assert (truth.source.format, truth.crowd.tolist()) == ("scalabel", [0, 1])
    assert truth.categories.names == ("traffic sign", "person")
    assert truth.attributes["track"].tolist() == ["0", "2"]


def test_sizes_and_classes_of_the_configuration(tmp_path):
    config = {
        "imageSize": {"width": 1280, "height": 720},
        "categories": [
            {"name": "human", "subcategories": [{"name": "person"}, {"name": "rider"}]},
            {"name": "car"},
        ],
    }
    truth = tb.read_truth(written(tmp_path, {"frames": [FRAME | {"labels": None}], "config": config}))
    assert truth.images.sizes.tolist() == [[1280, 720]]
    assert truth.categories.names == ("person", "rider", "car")


def test_frames_of_videos_are_named_with_their_video(tmp_path):
    frame = FRAME | {"videoName": "b1c66a42", "name": "b1c66a42-0000001.jpg", "frameIndex": 0}
    truth = tb.read_truth(written(tmp_path, [frame]))
    assert truth.images.ids.tolist() == ["b1c66a42/b1c66a42-0000001"]
    assert truth.images.attributes["sequence"].tolist() == ["b1c66a42"]


def test_detections_need_scores(tmp_path):
    label = FRAME["labels"][2] | {"score": 0.5}
    found = tb.read_predictions(written(tmp_path, [FRAME | {"labels": [label]}]))
    assert (found.scores.tolist(), found.image[0]) == ([0.5], FRAME["name"])
    refused("E-441", tb.read_predictions, written(tmp_path, [FRAME]), format="scalabel")


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ('[{"name": "a.jpg", "labels": [{"box2d": {', "E-104"),
        ([{"labels": []}], "E-441"),
        ([{"name": "a", "labels": {}}], "E-440"),
        ([{"name": "a", "labels": [{"category": "x", "box2d": {"x1": 1}}]}], "E-441"),
        (
            [{"name": "a", "labels": [{"category": "x", "box2d": {"x1": "1,5", "y1": 1, "x2": 2, "y2": 2}}]}],
            "E-440",
        ),
        (
            [{"name": "a", "labels": [{"category": "x", "box2d": {"x1": 5, "y1": 1, "x2": 2, "y2": 2}}]}],
            "E-122",
        ),
        (
            [{"name": "a", "labels": [{"category": "x", "box2d": {"x1": 5, "y1": 1, "x2": 1e300, "y2": 2}}]}],
            "E-121",
        ),
        ("7", "E-440"),
    ],
)
def test_malformed_files_are_refused(tmp_path, value, code):
    assert "det_val.json" in refused(code, tb.read_truth, written(tmp_path, value), format="scalabel")


def test_written_files_come_back(tmp_path):
    check_round("scalabel", tmp_path, "labels.json")


def test_pictures_that_differ_in_their_suffix_alone_stay_apart(tmp_path):
    frames = [{**FRAME, "name": name} for name in ("a.jpg", "a.png", "a.jpg")]
    truth = tb.read_truth(written(tmp_path, frames))
    assert truth.images.ids.tolist() == ["a", "a.png"]
    assert list(truth.images.file_names) == ["a.jpg", "a.png"]
    assert truth.image.tolist() == ["a", "a", "a.png", "a.png", "a", "a"]
