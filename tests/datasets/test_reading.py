"""The front door: every kind of source gives the same records."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest
from fixtures_folder import fixture, needs_fixtures

from truebox.datasets import predictions_as_said, read_predictions, read_truth, truth_as_said
from truebox.errors import ArgumentError
from truebox.evaluation import evaluate

TRUTH = {
    "images": [{"id": 5, "width": 10, "height": 20, "file_name": "é.jpg"}, {"id": 3}],
    "annotations": [
        {
            "id": 0,
            "image_id": 3,
            "category_id": 2,
            "bbox": [1, 2, 3.5, 4],
            "area": 9,
            "iscrowd": 1,
            "ignore": 1,
        }
    ],
    "categories": [{"id": 2, "name": "cat"}, {"id": 1, "name": "dog"}],
}
RESULTS = [
    {"image_id": 5, "category_id": 2, "bbox": [0.1, 2, 3, 4], "score": 0.25},
    {"image_id": 3, "category_id": 1, "bbox": [5, 6, 7, 8], "score": 1},
]


@pytest.fixture(params=["json", "gzip", "parsed"])
def sources(request, tmp_path):
    if request.param == "parsed":
        return TRUTH, RESULTS
    paths = tmp_path / "truth.json", tmp_path / "results.json"
    for path, content in zip(paths, (TRUTH, RESULTS), strict=True):
        data = json.dumps(content).encode()
        path.write_bytes(gzip.compress(data) if request.param == "gzip" else data)
    return paths


def test_a_truth_is_read_in_file_order(sources):
    truth = read_truth(sources[0])
    assert truth.images.ids.values.tolist() == [5, 3]
    assert truth.images.sizes.tolist() == [[10, 20], [0, 0]]
    assert list(truth.images.file_names) == ["é.jpg", ""]
    assert truth.categories.ids.values.tolist() == [2, 1]
    assert truth.categories.names == ("cat", "dog")
    assert (truth.ids[0], truth.image[0], truth.category[0]) == (0, 3, 2)
    assert truth.boxes.tolist() == [[1, 2, 3.5, 4]]
    assert truth.area.tolist() == [9]
    assert (truth.crowd.tolist(), truth.ignore.tolist()) == ([1], [1])
    assert truth.findings == ()
    assert read_truth(truth) is truth


def test_predictions_are_read_in_file_order(sources):
    predictions = read_predictions(sources[1])
    assert predictions.image.values.tolist() == [5, 3]
    assert predictions.category.values.tolist() == [2, 1]
    assert predictions.boxes.tolist() == [[0.1, 2, 3, 4], [5, 6, 7, 8]]
    assert predictions.scores.tolist() == [0.25, 1]
    assert len(predictions) == 2
    assert read_predictions(predictions) is predictions


def test_the_source_is_told(tmp_path):
    path = tmp_path / "results.json"
    path.write_text("[]")
    predictions = read_predictions(str(path))
    assert predictions.source.name == str(path)
    assert predictions.source.path == Path(path)
    assert predictions.source.format == "coco"
    # sha256 of b"[]", from the coreutils program sha256sum
    expected = "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"
    assert predictions.source.sha256() == expected
    assert (len(predictions), predictions.boxes.shape) == (0, (0, 4))
    assert read_predictions([]).source.sha256() is None


def test_string_ids_are_read_from_files(tmp_path):
    path = tmp_path / "results.json"
    rows = [{**RESULTS[0], "image_id": name} for name in ("b", "a", "b")]
    path.write_text(json.dumps(rows))
    image = read_predictions(path).image
    assert image.names == ("b", "a")
    assert image.values.tolist() == [0, 1, 0]
    assert [image[row] for row in range(3)] == ["b", "a", "b"]


def test_whole_floats_are_ids():
    rows = [{**RESULTS[0], "image_id": 5.0}, {**RESULTS[0], "image_id": np.int64(7)}]
    assert read_predictions(rows).image.values.tolist() == [5, 7]


def test_the_array_of_the_reference_is_read():
    table = np.array([[5, 0.1, 2, 3, 4, 0.25, 2], [3, 5, 6, 7, 8, 1, 1]])
    found, expected = read_predictions(table), read_predictions(RESULTS)
    assert np.array_equal(found.boxes, expected.boxes)
    assert np.array_equal(found.scores, expected.scores)
    assert np.array_equal(found.image.values, expected.image.values)
    assert np.array_equal(found.category.values, expected.category.values)
    assert len(read_predictions(np.empty((0, 7)))) == 0


@pytest.mark.parametrize("threads", [0, -1, True, 1.5, "2"])
def test_threads_must_be_positive(threads):
    with pytest.raises(ArgumentError, match="threads: expected a whole number"):
        read_predictions([], threads=threads)


@pytest.mark.parametrize("threads", [2**31, 2**40, 2**70])
def test_a_folder_is_not_begun_with_more_threads_than_there_can_be(tmp_path, threads):
    (tmp_path / "a.txt").write_text("0 0.5 0.5 0.1 0.1\n")
    with pytest.raises(ArgumentError, match="are more than any machine runs"):
        read_truth(tmp_path, threads=threads)


def test_a_box_format_is_refused_for_what_says_its_own():
    truth = {"images": [], "annotations": [], "categories": []}
    for source in (truth, read_truth(truth)):
        with pytest.raises(ArgumentError, match="box_format='xyxy' does not apply"):
            read_truth(source, box_format="xyxy")
    with pytest.raises(ArgumentError, match=r"records know what their boxes are\. Fix: leave it out\.$"):
        read_predictions(read_predictions([]), box_format="xyxy")


@pytest.mark.parametrize("source", [RESULTS, np.array([[1, 5, 5, 9, 8, 0.5, 1]])])
def test_parsed_predictions_are_read_as_said(source):
    given, read = read_predictions(source), read_predictions(source, box_format="cxcywh")
    assert np.array_equal(read.boxes[:, :2], given.boxes[:, :2] - given.boxes[:, 2:] / 2)
    assert np.array_equal(read.boxes[:, 2:], given.boxes[:, 2:])


@needs_fixtures
def test_published_files_are_read_whole():
    """Counts from the fixtures' own table: 100 images, 839 truths (9 crowd), 734 detections, 80 classes."""
    folder = "faster_coco_eval/tests/dataset/cocoapi"
    truth = read_truth(fixture(f"{folder}/instances_val2014_100.json"))
    predictions = read_predictions(fixture(f"{folder}/instances_val2014_fakebbox100_results.json"))
    assert (len(truth.images), len(truth), int(truth.crowd.sum()), len(truth.categories)) == (100, 839, 9, 80)
    assert len(predictions) == 734
    parsed = json.loads(fixture(f"{folder}/instances_val2014_100.json").read_text())
    assert truth.boxes.tolist() == [row["bbox"] for row in parsed["annotations"]]
    assert truth.area.tolist() == [row["area"] for row in parsed["annotations"]]


@pytest.mark.parametrize("option", [{"class_ids": "position"}, {"letterbox": 640}])
def test_what_needs_the_truth_is_refused_without(option):
    rows = [{"image_id": 1, "category_id": 0, "bbox": [0, 0, 9, 9], "score": 0.5}]
    with pytest.raises(ArgumentError, match=rf"{next(iter(option))}: .*truth=read_truth"):
        read_predictions(rows, **option)


@pytest.mark.parametrize("asked", [{"class_ids": "position"}, {"letterbox": "640"}])
def test_records_are_not_mended_silently(asked) -> None:
    truth = read_truth(
        {
            "images": [{"id": 1, "width": 9, "height": 9}],
            "categories": [{"id": 3, "name": "a"}],
            "annotations": [],
        }
    )
    found = read_predictions([{"image_id": 1, "category_id": 0, "bbox": [1, 1, 4, 4], "score": 0.5}])
    with pytest.raises(ArgumentError, match=r"records know.*in read_predictions"):
        read_predictions(found, truth=truth, **asked)


IDLE = [{"classes": ["cat"]}, {"columns": {"image": "file"}}, {"pixel_origin": 1}, {"task": "obb"}]
ARRAYS = [{"boxes": [[0, 0, 9, 9]], "labels": [1], "scores": [0.5]}]


def _files(tmp_path):
    for name, data in (("truth", TRUTH), ("found", RESULTS)):
        (tmp_path / f"{name}.json").write_text(json.dumps(data))
    return tmp_path / "truth.json", tmp_path / "found.json"


@pytest.mark.parametrize("said", IDLE, ids=lambda said: next(iter(said)))
def test_what_a_file_does_not_heed_is_refused_as_on_the_command_line(tmp_path, said):
    name = next(iter(said))
    truth, found = _files(tmp_path)
    with pytest.raises(ArgumentError, match=rf"{name}= has no meaning for COCO JSON. Fix: leave it out."):
        read_truth(truth, **said)
    with pytest.raises(ArgumentError, match=rf"{name}= has no meaning for COCO results. Fix: leave it out."):
        read_predictions(found, **said)
    read_truth(truth, **dict.fromkeys(said))  # None says nothing


@pytest.mark.parametrize(
    "said", [*IDLE, {"images": "."}, {"format": "coco"}], ids=lambda said: next(iter(said))
)
def test_what_data_in_memory_does_not_heed_is_refused(said):
    name = next(iter(said))
    for data, titled in ((ARRAYS, "arrays per image"), (read_predictions(RESULTS), "records that were read")):
        with pytest.raises(ArgumentError, match=rf"{name}= has no meaning for {titled}"):
            read_predictions(data, **said)
    for truth, titled in ((TRUTH, "COCO data"), (read_truth(TRUTH), "records that were read before")):
        if truth is TRUTH and name == "images":  # which may lack sizes
            continue
        with pytest.raises(ArgumentError, match=rf"{name}= has no meaning for {titled}"):
            read_truth(truth, **said)
        with pytest.raises(ArgumentError, match=r"split= has no meaning"):
            read_truth(truth, split="val")


def test_angles_are_of_rotated_boxes_alone(tmp_path):
    with pytest.raises(ArgumentError, match=r"box_format='degrees' goes with geometry='rotated', and boxes"):
        read_truth(_files(tmp_path)[0], box_format="degrees")
    assert len(read_truth(ARRAYS, box_format="degrees", geometry="rotated")) == 1


def test_one_side_of_two_passes_over_what_the_other_heeds(tmp_path):
    truth, found = _files(tmp_path)
    assert len(truth_as_said(truth, classes=["cat"])) == 1
    assert len(predictions_as_said(found, classes=["cat"], task="obb")) == 2


def test_an_evaluation_refuses_a_layout_that_neither_side_heeds(tmp_path):
    path, _ = _files(tmp_path)  # of COCO, which states its own
    truth, found = read_truth(ARRAYS), read_predictions(ARRAYS)
    for true in (read_truth(path), path, truth):
        with pytest.raises(ArgumentError, match=r"box_format= has no meaning for records that were read"):
            evaluate(true, found, box_format="xywh")
    with pytest.raises(ArgumentError, match=r"box_format='radians' goes with geometry='rotated'"):
        evaluate(ARRAYS, ARRAYS, box_format="radians")
    for true, predicted in ((truth, ARRAYS), (ARRAYS, found)):
        assert evaluate(true, predicted, box_format="xyxy").metrics["AP"] > 0.999
