"""Sizes out of pictures, and fractions in pixels."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import truebox as tb
from truebox.datasets.joining.sizing import in_pixels, with_picture_sizes
from truebox.datasets.options import ReadOptions
from truebox.errors import ArgumentError, InputError


@pytest.fixture
def pictures(tmp_path):
    from PIL import Image

    (tmp_path / "pictures").mkdir()
    Image.new("RGB", (200, 100)).save(tmp_path / "pictures" / "a.jpg")
    return tmp_path / "pictures"


def test_names_of_other_machines_are_looked_for_inside(pictures):
    for name in ("a.jpg", "../../x/a.jpg", "/data/a.jpg", "C:\\x\\a.jpg"):
        truth = tb.read_truth([{"boxes": [], "labels": [], "file_name": name}])
        assert with_picture_sizes(truth, ReadOptions(images=pictures)).images.sizes.tolist() == [[200, 100]]
    truth = tb.read_truth([{"boxes": [], "labels": [], "file_name": "b.jpg"}])
    with pytest.raises(InputError, match="E-428"):
        with_picture_sizes(truth, ReadOptions(images=pictures))


def test_any_truth_without_sizes_takes_them_from_the_pictures(pictures, tmp_path):
    box = {"id": 1, "image_id": 1, "category_id": 1, "bbox": [20, 10, 40, 30], "area": 1200, "iscrowd": 0}
    images = [{"id": 1, "file_name": "a.jpg"}]
    data = {"images": images, "categories": [{"id": 1, "name": "cat"}], "annotations": [box]}
    (tmp_path / "t.json").write_text(json.dumps(data))
    assert tb.read_truth(tmp_path / "t.json", images=pictures).images.sizes.tolist() == [[200, 100]]
    images[0]["file_name"] = "none.jpg"  # objects in pixels need no size
    (tmp_path / "t.json").write_text(json.dumps(data))
    assert tb.read_truth(tmp_path / "t.json", images=pictures).images.sizes.tolist() == [[0, 0]]


def test_fractions_become_pixels_where_every_size_is_known(pictures, tmp_path):
    box = {"x": 0.5, "y": 0.5, "width": 0.5, "height": 0.5}
    held = [{"image": "a.jpg", "annotations": [{"label": "cat", "coordinates": box}]}]
    (tmp_path / "a.json").write_text(json.dumps(held))
    alone = tb.read_truth(tmp_path / "a.json", box_format="rel_cxcywh")
    assert (alone.units, in_pixels(alone) is alone) == ("fractions", True)
    truth = tb.read_truth(tmp_path / "a.json", box_format="rel_cxcywh", images=pictures)
    assert (truth.units, truth.boxes.tolist(), truth.area.tolist()) == ("pixels", [[50, 25, 100, 50]], [5000])


def test_fractions_stay_where_one_object_lies_on_an_image_of_unknown_size():
    images = [
        {"boxes": [[0, 0, 0.5, 0.5]], "labels": [1], "width": 8, "height": 4},
        {"boxes": [[0, 0, 1, 1]], "labels": [1]},
    ]
    truth = replace(tb.read_truth(images), units="fractions")
    assert in_pixels(truth) is truth
    empty = replace(tb.read_truth([images[0], {"boxes": [], "labels": []}]), units="fractions")
    assert in_pixels(empty).boxes.tolist() == [[0, 0, 4, 2]]


def test_coco_data_in_memory_takes_sizes_from_the_pictures(pictures):
    truth = {
        "images": [{"id": 1, "file_name": "a.jpg"}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [],
    }
    assert tb.read_truth(truth, images=pictures).images.sizes.tolist() == [[200, 100]]
    with pytest.raises(ArgumentError, match="images= has no meaning"):
        tb.read_predictions([], images=pictures)
