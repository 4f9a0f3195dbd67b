"""Panoptic JSON to columns, and every way it can be wrong."""

from __future__ import annotations

import copy
import gzip
import json
from pathlib import Path

import pytest

from truebox.datasets.formats.panoptic.reader import read_panoptic_predictions, read_panoptic_truth
from truebox.errors import ArgumentError, InputError

TRUTH = {
    "images": [{"id": 8, "width": 2, "height": 1, "file_name": "8.jpg"}, {"id": [], "width": 3}, 5],
    "categories": [{"id": 3, "name": "cat", "isthing": 1}, {"id": 1, "name": "sky", "isthing": 0}],
    "annotations": [
        {
            "image_id": 8,
            "file_name": "8.png",
            "segments_info": [
                {"id": 70000, "category_id": 1, "area": 1, "iscrowd": 0},
                {"id": 5, "category_id": 3, "iscrowd": 1},
            ],
        },
        {"image_id": 2, "file_name": "2.png", "segments_info": []},
    ],
}


def changed(change):
    truth = copy.deepcopy(TRUTH)
    change(truth)
    return truth


def test_columns(tmp_path):
    (tmp_path / "t.json").write_text(json.dumps(TRUTH), encoding="utf-8")
    categories, truth = read_panoptic_truth(tmp_path / "t.json")
    assert (categories.ids, categories.names, categories.things.tolist()) == (
        (3, 1),
        ("cat", "sky"),
        [True, False],
    )
    assert truth.images == (8, 2)
    assert truth.maps == (tmp_path / "t" / "8.png", tmp_path / "t" / "2.png")
    assert truth.sizes.tolist() == [[2, 1], [0, 0]]
    assert truth.offsets.tolist() == [0, 2, 2]
    assert (truth.ids.tolist(), truth.category.tolist()) == ([70000, 5], [1, 0])
    assert (truth.area.tolist(), truth.crowd.tolist()) == ([1, -1], [False, True])


def test_folders(tmp_path):
    (tmp_path / "t.json.gz").write_bytes(gzip.compress(json.dumps(TRUTH).encode()))
    assert read_panoptic_truth(tmp_path / "t.json.gz")[1].maps[0] == tmp_path / "t" / "8.png"
    assert read_panoptic_truth(str(tmp_path / "t.json.gz"), "maps")[1].maps[0] == Path("maps/8.png")
    assert read_panoptic_truth(TRUTH, tmp_path)[1].maps[0] == tmp_path / "8.png"
    with pytest.raises(ArgumentError, match="truth_folder: needed, as truth annotations"):
        read_panoptic_truth(TRUTH)
    with pytest.raises(ArgumentError, match="predictions_folder: needed"):
        read_panoptic_predictions(TRUTH, read_panoptic_truth(TRUTH, "x")[0])


def test_predictions_need_annotations_alone():
    categories, _ = read_panoptic_truth(TRUTH, "x")
    found = read_panoptic_predictions({"annotations": TRUTH["annotations"]}, categories, "y")
    assert found.maps[0] == Path("y/8.png")
    with pytest.raises(InputError, match='E-171 predictions: there is no list "annotations"'):
        read_panoptic_predictions({}, categories)


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        (lambda t: t.pop("categories"), "E-171", 'no list "categories"'),
        (lambda t: t.pop("annotations"), "E-171", 'no list "annotations"'),
        (lambda t: t["annotations"][0].pop("segments_info"), "E-171", 'no list "segments_info"'),
        (lambda t: t["annotations"][0].pop("file_name"), "E-171", "there is no file_name"),
        (lambda t: t["annotations"][0].update(file_name=7), "E-171", "file_name is 7"),
        (lambda t: t["annotations"][0].update(file_name="../8.png"), "E-174", "leads out of the folder"),
        (lambda t: t["annotations"].append(5), "E-171", "this is 5, need an object"),
        (lambda t: t["annotations"][0].pop("image_id"), "E-125", 'there is no "image_id"'),
        (lambda t: t["annotations"][0].update(image_id="8"), "E-127", "some ids are numbers"),
        (lambda t: t["annotations"][1].update(image_id=8), "E-177", "annotations[0] already"),
        (
            lambda t: t["annotations"][0]["segments_info"][1].update(id=70000),
            "E-177",
            "70000 is listed twice",
        ),
        (lambda t: t["annotations"][0]["segments_info"][1].update(id=0), "E-177", "0 is no segment id"),
        (lambda t: t["annotations"][0]["segments_info"][1].update(category_id=4), "E-131", "the category 4"),
        (
            lambda t: t["annotations"][0]["segments_info"][1].update(category_id="3"),
            "E-131",
            'the category "3"',
        ),
        (
            lambda t: t["annotations"][0]["segments_info"][1].update(area=-5),
            "E-128",
            "-5 is no number of pixels",
        ),
        (
            lambda t: t["annotations"][0]["segments_info"][1].update(iscrowd=2),
            "E-129",
            "2 is neither 0 nor 1",
        ),
        (lambda t: t["categories"][0].pop("isthing"), "E-171", 'there is no "isthing"'),
        (lambda t: t["categories"][0].pop("name"), "E-134", "no name"),
        (lambda t: t["categories"][1].update(id=3), "E-133", "id 3 is used twice"),
    ],
)
def test_refusals(change, code, words):
    with pytest.raises(InputError) as caught:
        read_panoptic_truth(changed(change), "maps")
    assert caught.value.code == code
    assert words in str(caught.value)
    assert str(caught.value).startswith(f"{code} truth")


@pytest.mark.parametrize("given", [5, None, [], {1}])
def test_what_is_no_document(given):
    with pytest.raises(ArgumentError, match="truth: expected a path or a parsed panoptic JSON"):
        read_panoptic_truth(given)


def test_files_that_are_something_else(tmp_path):
    (tmp_path / "r.json").write_text("[]", encoding="utf-8")
    with pytest.raises(InputError, match=r"E-171 .*r\.json: this is a list of 0, need an object"):
        read_panoptic_truth(tmp_path / "r.json")
    with pytest.raises(InputError, match="E-101"):
        read_panoptic_truth(tmp_path / "gone.json")
