"""COCO results inside an object."""

from __future__ import annotations

import gzip
import json
import warnings

import pytest
from fixtures_folder import fixture, needs_fixtures

import truebox as tb
from truebox.datasets.formats.coco.format import wrapped_evidence

ROW = {"image_id": 1, "category_id": 1, "bbox": [0, 0, 9, 9], "score": 0.5}
IMAGES = [{"id": 1, "file_name": "b.jpg"}]
CLASSES = [{"id": 1, "name": "dog"}]


@pytest.fixture
def truth():
    return tb.read_truth(
        {
            "images": [{"id": 1, "file_name": "a.jpg"}, {"id": 2, "file_name": "b.jpg"}],
            "categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "dog"}],
            "annotations": [{"id": 1, "image_id": 2, "category_id": 2, "bbox": [0, 0, 9, 9]}],
        }
    )


def read(tmp_path, value, **options):
    path = tmp_path / "found.json"
    path.write_text(json.dumps(value))
    return tb.read_predictions(path, **options)


@pytest.mark.parametrize("key", ["annotations", "predictions", "results", "detections"])
def test_the_list_alone_is_read_and_said(tmp_path, truth, key):
    found = read(tmp_path, {key: [ROW]}, truth=truth)
    assert (found.image.tolist(), found.category.tolist(), found.scores.tolist()) == ([1], [1], [0.5])
    (finding,) = found.findings
    assert (finding.code, f'under "{key}"' in finding.message) == ("W-456", True)


def test_its_own_lists_name_images_and_classes(tmp_path, truth):
    value = {"images": IMAGES, "categories": CLASSES, "annotations": [ROW]}
    found = read(tmp_path, value, truth=truth)
    assert (found.image.tolist(), found.category.tolist()) == ([2], [2])
    assert "images and classes are known by the names that it lists" in found.findings[0].message
    alone = read(tmp_path, value)
    assert (alone.image.tolist(), alone.image_by, alone.category.tolist()) == (["b.jpg"], "name", ["dog"])


def test_ids_of_the_truth_stay(tmp_path, truth):
    images, classes = [{"id": 1, "file_name": "val/a.jpg"}], [{"id": 1, "name": "Cat"}]
    found = read(tmp_path, {"images": images, "categories": classes, "annotations": [ROW]}, truth=truth)
    assert (found.image.tolist(), found.category.tolist()) == ([1], [1])
    assert "known by" not in found.findings[0].message


@pytest.mark.parametrize("images", [[], [{"id": 1}], [{"id": 2, "file_name": "b.jpg"}]])
def test_lists_that_do_not_name_every_image_are_not_used(tmp_path, truth, images):
    assert read(tmp_path, {"images": images, "annotations": [ROW]}, truth=truth).image.tolist() == [1]


def test_gzip_and_a_byte_order_mark(tmp_path):
    path = tmp_path / "found.json"
    text = b"\xef\xbb\xbf \n" + json.dumps({"results": [ROW]}).encode()
    path.write_bytes(gzip.compress(text[3:]))
    assert len(tb.read_predictions(path)) == 1


def test_an_empty_list(tmp_path):
    assert len(read(tmp_path, {"predictions": []})) == 0


def test_lenient_reading_leaves_bad_rows_out(tmp_path):
    found = read(tmp_path, {"results": [ROW, ROW | {"score": "x"}]}, lenient=True)
    assert (len(found), [each.code for each in found.findings]) == (1, ["W-150", "W-456"])


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"images": [], "annotations": [], "categories": []}, "a COCO truth, not a list of results"),
        ({"results": [ROW], "detections": [ROW]}, "an object whose"),
        ({"results": {"a": 1}}, "holds an object"),
    ],
)
def test_what_holds_no_one_list_is_refused(tmp_path, value, words):
    with pytest.raises(tb.errors.InputError, match=f"E-109 .*{words}"):
        read(tmp_path, value)


def test_a_bad_row_is_named(tmp_path):
    with pytest.raises(tb.errors.InputError, match=r"E-124 .*found\.json results\[1\]"):
        read(tmp_path, {"results": [ROW, ROW | {"score": "x"}]})


@pytest.mark.parametrize(
    ("head", "strength"),
    [
        (b'{"results": [{"image_id": 7, "category_id": 3, "score": 1}]}', 2),
        (b'{"detections": []}', 2),
        (b'{"images": [{"id": 1}], "annotations": [{"image_id": 1, "score": 1', 2),
        (b'{"images": [{"id": 1}, {"id": 2}, {"id": 3', 1),
        (b'{"images": [{"id": 1}], "annotations": [{"image_id": 1, "bbox": ', None),
        (b'{"annotations": [{"label": "cat", "score": 1}]}', None),
        (b'{"frames": []}', None),
    ],
)
def test_evidence(head, strength):
    evidence = wrapped_evidence(head)
    assert (evidence.strength if evidence else None) == strength


@needs_fixtures
@pytest.mark.parametrize("name", ["coco_format_v1/instances_default.json", "coco_format_v2", "cvat_format"])
def test_the_detections_of_the_voc_fixture(name):
    data = "padilla_review/data/database"
    truth = tb.read_truth(fixture(f"{data}/gts/{name}"))
    found = tb.read_predictions(fixture(f"{data}/dets/coco_format/coco_dets.json"), truth=truth)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tb.errors.TrueboxWarning)
        result = tb.evaluate(truth, found)
    # expected/padilla_database_voc100.json: pycocotools on the pair joined by name.
    assert result.metrics["AP"] == pytest.approx(0.346958, abs=5e-7)
