"""COCO among the other formats."""

from __future__ import annotations

import json

import pytest

from truebox.datasets import read_predictions, read_truth
from truebox.datasets.formats.coco.format import FORMAT
from truebox.datasets.place import Place

TRUTH = {
    "images": [{"id": 1, "width": 100, "height": 80}],
    "categories": [{"id": 1, "name": "cat"}],
    "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [5, 5, 30, 20], "area": 600}],
}
FOUND = [{"image_id": 1, "category_id": 1, "bbox": [5, 5, 30, 20], "score": 0.5}]


@pytest.fixture
def files(tmp_path):
    (tmp_path / "truth.json").write_text(json.dumps(TRUTH))
    (tmp_path / "found.json").write_text(json.dumps(FOUND))
    return tmp_path


def test_both_sides_are_recognised_and_not_mistaken(files):
    assert FORMAT.recognise(Place(files / "truth.json"), "truth").strength == 2
    assert FORMAT.recognise(Place(files / "found.json"), "predictions").strength == 2
    assert FORMAT.recognise(Place(files / "truth.json"), "predictions") is None
    assert FORMAT.recognise(Place(files / "found.json"), "truth") is None
    assert FORMAT.recognise(Place(files), "truth") is None


def test_a_named_format_is_not_recognised_but_taken(files):
    truth = read_truth(files / "truth.json", format="coco")
    assert (len(truth), truth.source.evidence) == (1, "")


def test_boxes_that_do_not_keep_to_the_format_are_read_as_said(files):
    corners = [{**FOUND[0], "bbox": [5, 5, 35, 25]}]
    (files / "found.json").write_text(json.dumps(corners))
    truth = read_truth(files / "truth.json")
    found = read_predictions(files / "found.json", box_format="xyxy", truth=truth)
    assert found.boxes.tolist() == [[5, 5, 30, 20]]
    fractions = [{**FOUND[0], "bbox": [0.2, 0.1875, 0.3, 0.25]}]
    (files / "found.json").write_text(json.dumps(fractions))
    found = read_predictions(files / "found.json", box_format="rel_cxcywh", truth=truth)
    assert found.boxes[0].tolist() == pytest.approx([5, 5, 30, 20])
