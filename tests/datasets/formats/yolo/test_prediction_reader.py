"""YOLO label files with confidences."""

from __future__ import annotations

import numpy as np
import pytest
from fixtures_folder import fixture, needs_fixtures
from label_samples import folder_of, png

from truebox.datasets import read_predictions, read_truth
from truebox.errors import InputError


@pytest.fixture
def truth(tmp_path):
    root = folder_of(
        tmp_path / "truth",
        {
            "data.yaml": "names: [cat, dog]\n",
            "images/a.png": png(100, 50),
            "images/b.png": png(10, 10),
            "labels/a.txt": "0 .5 .5 .2 .2\n",
        },
    )
    return read_truth(root)


def test_boxes_become_pixels_and_classes_ids_of_a_yolo_truth(tmp_path, truth):
    root = folder_of(
        tmp_path / "found", {"labels/a.txt": "1 0.5 0.5 0.2 0.4 0.75\n0 .5 .5 1 1 .5\n", "labels/b.txt": ""}
    )
    found = read_predictions(root, truth=truth)
    assert found.boxes[0] == pytest.approx([40, 15, 20, 20])
    assert found.scores.tolist() == [0.75, 0.5]
    assert found.image.tolist() == ["a", "a"]
    assert found.category.tolist() == [1, 0]
    assert found.units == "pixels"
    assert found.source.description == "YOLO labels with confidence (detect)"


def test_polygons_and_points_become_pixels_too(tmp_path, truth):
    root = folder_of(tmp_path / "found", {"a.txt": "0 .1 .2 .3 .2 .3 .4 .9\n0 .1 .2 .3 .2 .3 .4 .5 .6 .9\n"})
    found = read_predictions(root, truth=truth, geometry="masks", format="yolo")
    assert found.segmentations.numbers == pytest.approx(
        [10, 10, 30, 10, 30, 20, 10, 10, 30, 10, 30, 20, 50, 30]
    )
    assert not found.boxed
    (tmp_path / "found" / "a.txt").write_text("0 .5 .5 1 1 .1 .2 .8 .3 .4 .7 .9")
    with pytest.raises(InputError, match=r"E-404 .*kpt_shape"):
        read_predictions(root, truth=truth, geometry="keypoints", task="pose")
    row = "0 .5 .5 1 1 .1 .2 2 .3 .4 2"
    folder_of(tmp_path / "truth", {"labels/a.txt": row, "data.yaml": "names: [cat, dog]\nkpt_shape: [2, 3]"})
    posed = read_truth(tmp_path / "truth", geometry="keypoints", task="pose", format="yolo")
    found = read_predictions(root, truth=posed, geometry="keypoints", format="yolo")
    assert np.allclose(found.keypoints.points, [[[10, 10, 0.8], [30, 20, 0.7]]])


def test_tracks_are_kept(tmp_path, truth):
    root = folder_of(tmp_path / "found", {"a.txt": "0 .5 .5 .1 .1 .875 7\n0 .5 .5 .1 .1 .5 9\n"})
    found = read_predictions(root, truth=truth)
    assert found.scores.tolist() == [0.875, 0.5]
    assert found.attributes["track"].tolist() == [7, 9]


def test_names_beside_the_labels_join_by_name(tmp_path):
    truth = read_truth(
        [{"boxes": [[0, 0, 9, 9]], "labels": ["dog"], "file_name": "a.jpg", "width": 10, "height": 10}]
    )
    root = folder_of(tmp_path, {"a.txt": "1 .5 .5 1 1 .5\n", "classes.txt": "cat\ndog\n"})
    found = read_predictions(root, truth=truth)
    assert found.category.tolist() == truth.categories.ids.tolist()
    (root / "classes.txt").write_text("dog\n")
    with pytest.raises(InputError, match=r"E-402 a.txt line 1: class 1 has no name"):
        read_predictions(root, truth=truth)


def test_numbers_as_ids_of_another_truth_are_said(tmp_path):
    coco = {
        "images": [{"id": 1, "file_name": "a.jpg", "width": 10, "height": 10}],
        "annotations": [],
        "categories": [{"id": 1, "name": "cat"}],
    }
    root = folder_of(tmp_path, {"a.txt": "1 .5 .5 1 1 .5\n"})
    found = read_predictions(root, truth=read_truth(coco))
    assert [finding.code for finding in found.findings] == ["W-401", "W-151"]


def test_rows_without_confidence_are_refused(tmp_path):
    root = folder_of(tmp_path, {"a.txt": "1 .5 .5 1 1\n"})
    with pytest.raises(InputError, match=r"E-400 a.txt line 1: .*no confidence.*save_conf=True"):
        read_predictions(root)


def test_a_score_of_nan_is_no_number(tmp_path):
    root = folder_of(tmp_path, {"a.txt": "1 .5 .5 1 1 .5\n", "b.txt": "1 .5 .5 1 1 nan\n"})
    with pytest.raises(InputError, match=r"E-400 b.txt line 1"):
        read_predictions(root)


def test_no_detection_at_all_is_fine(tmp_path, truth):
    (tmp_path / "found").mkdir()
    assert len(read_predictions(tmp_path / "found", truth=truth, format="yolo")) == 0


def test_six_fractions_that_may_have_their_confidence_first_are_refused_with_both_flags(tmp_path):
    # As class, confidence, box and as class, box, confidence alike: all boxes lie in their images.
    (tmp_path / "a.txt").write_text("0 0.5 0.4 0.4 0.3 0.2\n1 0.6 0.5 0.4 0.2 0.3\n")
    with pytest.raises(InputError, match=r"E-150 .*format=.text-boxes. or format=.yolo."):
        read_predictions(tmp_path)


@needs_fixtures
def test_six_fractions_that_cannot_be_yolo_are_text_boxes():
    folder = fixture("padilla_review/data/database/dets/rel_xywh")  # class, confidence, box
    assert read_predictions(folder).source.format == "text-boxes"
