"""From one format to another, and what is refused."""

from __future__ import annotations

import json

import format_worlds
import pytest
from fixtures_folder import fixture, needs_fixtures

import truebox as tb
from truebox.datasets import convert
from truebox.datasets.registry import all_formats
from truebox.errors import ArgumentError, InputError

WRITERS = [
    form
    for form in all_formats().values()
    if form.write_truth is not None and form.name not in format_worlds.OWN_LAWS
]


@pytest.fixture
def files(tmp_path):
    truth, found = format_worlds.made_pair(images=5)
    coco = all_formats()["coco"]
    coco.write_truth(truth, tmp_path / "truth.json")
    coco.write_predictions(truth, found, tmp_path / "found.json")
    return tmp_path


@pytest.mark.parametrize("form", WRITERS, ids=[form.name for form in WRITERS])
def test_there_and_back(files, form):
    there = format_worlds.target(files, form, "there")
    done = convert(files / "truth.json", there, to=form.name)
    assert (done.role, done.written_as, done.images) == ("truth", form.title, 5)
    said = format_worlds.said(form, format_worlds.pictures(files, tb.read_truth(files / "truth.json")))
    convert(there, files / "back.json", to="coco", **said)
    truth, back = tb.read_truth(files / "truth.json"), tb.read_truth(files / "back.json")
    assert done.rows == len(truth) == len(back)
    format_worlds.assert_same_objects(truth, back, format_worlds.tolerance(form))


def test_detections_are_written_with_their_truth(files):
    done = convert(files / "found.json", files / "out", to="labelme", truth=files / "truth.json")
    assert (done.role, done.read_as, done.losses) == ("predictions", "COCO results", ())
    back = convert(files / "out", files / "again.json", truth=files / "truth.json")
    assert back.rows == done.rows
    first, again = (json.loads((files / name).read_text()) for name in ("found.json", "again.json"))
    key = lambda row: (row["image_id"], row["category_id"], row["score"])  # noqa: E731
    assert sorted(map(key, first)) == sorted(map(key, again))


def test_the_ending_tells_the_format(files):
    assert convert(files / "truth.json", files / "a.xml").written_as == "CVAT XML"
    assert convert(files / "truth.json", files / "a.jsonl").written_as == "Prodigy JSONL"
    with pytest.raises(ArgumentError, match=r"'folder' does not tell a format for truth \(E-454\).*labelme"):
        convert(files / "truth.json", files / "folder")
    with pytest.raises(ArgumentError, match=r"'nothing' cannot be written for truth"):
        convert(files / "truth.json", files / "folder", to="nothing")
    with pytest.raises(ArgumentError, match=r"'cvat' cannot be written for predictions"):
        convert(files / "found.json", files / "f.xml", to="cvat", truth=files / "truth.json")


def test_a_misspelt_argument_is_named(files):
    with pytest.raises(ArgumentError, match=r"^no argument 'classes_'\. Did you mean 'classes'\?$"):
        convert(files / "truth.json", files / "out.xml", classes_=["cat"])
    assert not (files / "out.xml").exists()


def test_detections_need_their_truth(files):
    with pytest.raises(ArgumentError, match=r"these are COCO results.*--truth"):
        convert(files / "found.json", files / "out", to="labelme")
    with pytest.raises(ArgumentError, match=r"predictions are written with .* their truth"):
        convert(files / "found.json", files / "out", to="labelme", role="predictions")


def test_nothing_is_overwritten_unasked(files):
    (files / "mine.xml").write_text("mine")
    (files / "folder").mkdir()
    (files / "folder" / "mine").write_text("mine")
    with pytest.raises(InputError, match=r"E-445 .*already a file.*--force"):
        convert(files / "truth.json", files / "mine.xml")
    assert (files / "mine.xml").read_text() == "mine"
    convert(files / "truth.json", files / "mine.xml", force=True)
    for force in (False, True):
        with pytest.raises(InputError, match=r"E-445 .*a folder that is not empty"):
            convert(files / "truth.json", files / "folder", to="labelme", force=force)
        with pytest.raises(InputError, match=r"E-445 .*the source itself"):
            convert(files / "truth.json", files / "truth.json", force=force)
    with pytest.raises(InputError, match=r"E-445 .*this is the truth itself"):
        convert(files / "found.json", files / "truth.json", truth=files / "truth.json", to="coco", force=True)
    with pytest.raises(OSError, match=r"cannot write: File name too long"):
        convert(files / "truth.json", files / f"{'a' * 300}.xml")
    with pytest.raises(InputError, match=r"E-445 .*there is no folder"):
        convert(files / "truth.json", files / "no" / "a.xml")


def test_shapes_are_carried_along(files):
    rows = {"id": 1, "image_id": 1, "category_id": 1, "bbox": [0, 0, 4, 2], "area": 4, "iscrowd": 0}
    held = {
        "images": [{"id": 1, "file_name": "a.jpg", "width": 9, "height": 9}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [
            {**rows, "segmentation": [[0, 0, 4, 0, 4, 2]], "keypoints": [1, 1, 2], "num_keypoints": 1}
        ],
    }
    (files / "shapes.json").write_text(json.dumps(held))
    convert(files / "shapes.json", files / "again.json")
    again = json.loads((files / "again.json").read_text())["annotations"][0]
    assert (again["segmentation"], again["keypoints"]) == ([[0, 0, 4, 0, 4, 2]], [1, 1, 2])
    done = convert(files / "shapes.json", files / "shapes.xml")
    assert [(loss.what, loss.count) for loss in done.losses] == [
        ("areas that are not width x height", 1),
        ("keypoints", 1),
        ("image ids that are not the file's name", 1),
    ]


def test_results_with_masks_only(files):
    truth = {
        "images": [{"id": 1, "file_name": "a.jpg"}],
        "categories": [{"id": 1, "name": "c"}],
        "annotations": [],
    }
    (files / "t.json").write_text(json.dumps(truth))
    row = {"image_id": 1, "category_id": 1, "score": 0.5, "segmentation": {"size": [2, 2], "counts": "04"}}
    (files / "m.json").write_text(json.dumps([row]))
    convert(files / "m.json", files / "n.json", truth=files / "t.json")
    assert json.loads((files / "n.json").read_text()) == [row]


@needs_fixtures
def test_the_published_sample_goes_through_cvat(tmp_path):
    root = "faster_coco_eval/tests/dataset/cocoapi"
    truth = fixture(f"{root}/instances_val2014_100.json")
    done = convert(truth, tmp_path / "a.xml")
    assert done.rows == 839  # the fixtures' README
    lost = {loss.what: loss.count for loss in done.losses}
    assert lost["masks as run lengths"] == 9  # its 9 crowds
    read, again = tb.read_truth(truth), tb.read_truth(tmp_path / "a.xml")
    assert int(again.crowd.sum()) == 9
    format_worlds.assert_same_objects(read, again, 0.05)


@pytest.mark.parametrize("polygon", [[10, 10, 30, 10, 30, 30, 77], [10, 10, 30, 10], [10, 10, "a", 10, 9, 9]])
@pytest.mark.parametrize("to", ["yolo", "coco", "labelme"])
def test_polygons_that_are_none_are_refused_as_in_an_evaluation(tmp_path, polygon, to):
    image = {"id": 1, "width": 100, "height": 100, "file_name": "1.jpg"}
    row = {"id": 1, "image_id": 1, "category_id": 1, "bbox": [10, 10, 20, 20], "segmentation": [polygon]}
    data = {"images": [image], "annotations": [row], "categories": [{"id": 1, "name": "cat"}]}
    (tmp_path / "truth.json").write_text(json.dumps(data))
    with pytest.raises(InputError, match="E-167"):
        convert(tmp_path / "truth.json", tmp_path / "out", to=to)
    assert not (tmp_path / "out").exists()
    assert convert(tmp_path / "truth.json", tmp_path / "out", to=to, lenient=True).findings
