"""Ultralytics 8.4.190, ``tests/test_python.py`` of its source distribution, as facts."""

from __future__ import annotations

import numpy as np
import pytest

from truebox import evaluate
from truebox.datasets import read_predictions, read_truth
from truebox.datasets.joining.adjusting import adjusted, out_of_letterbox
from truebox.datasets.options import ReadOptions
from truebox.errors import InputError
from truebox.masks import mask_to_box, polygons_to_masks
from truebox.tracking import ByteTracker


def test_boxes_leave_the_square_that_a_network_sees():
    """A picture 200 wide and 100 high in 640 x 640: 160 rows above it and below."""
    left, top, right, bottom = 32.0, 192.0, 320.0, 352.0
    found = np.array([[left, top, right - left, bottom - top]])
    x, y, width, height = out_of_letterbox(found, np.array([[200.0, 100.0]]), 640)[0]
    assert (x, y, x + width, y + height) == pytest.approx((10, 10, 100, 60), abs=1e-12)


def test_predictions_in_that_square_are_evaluated_in_the_picture():
    row = {"image_id": 1, "category_id": 1}
    truth = {
        "images": [{"id": 1, "width": 200, "height": 100}],
        "categories": [{"id": 1, "name": "person"}],
        "annotations": [{"id": 1, **row, "bbox": [10, 10, 90, 50], "area": 4500, "iscrowd": 0}],
    }
    found = [{**row, "bbox": [32, 192, 288, 160], "score": 0.9}]
    read = read_truth(truth)
    inside = adjusted(read, read_predictions(found), ReadOptions(letterbox=640))
    assert inside.boxes[0] == pytest.approx([10, 10, 90, 50], abs=1e-12)
    assert evaluate(read, inside, mode="corrected").metrics["AP"] == 1


@pytest.mark.parametrize(
    ("outline", "published"),
    [
        ([550, 100, 690, 100, 690, 200, 550, 200], [550, 100, 640, 200]),
        ([-10, 100, 650, 100, 650, 200, -10, 200], [0, 100, 640, 200]),
        ([700, 100, 750, 150, 700, 150], [0, 0, 0, 0]),
        ([-100, -100, 740, -100, 740, 740, -100, 740], [0, 0, 640, 640]),
    ],
)
def test_what_the_picture_leaves_of_an_outline(outline, published):
    x, y, width, height = mask_to_box(polygons_to_masks([[outline]], (640, 640)))[0]
    assert [x, y, x + width, y + height] == published


def test_what_the_picture_leaves_of_a_triangle():
    """Its edges leave at x = 450 and 400, in half a pixel's height; a row of pixels has its middle lower."""
    x, y, width, height = mask_to_box(polygons_to_masks([[[100, 100, 200, 100, 700, -100]]], (640, 640)))[0]
    assert [x, y, x + width, y + height] == pytest.approx([100, 0, 450, 100], abs=1.5)


def test_an_outline_without_area_is_no_mask():
    """Theirs keeps the box [0, 100, 0, 200] of three points of one edge; pycocotools draws no pixel of it."""
    assert mask_to_box(polygons_to_masks([[[0, 100, 0, 150, 0, 200]]], (640, 640))).tolist() == [[0, 0, 0, 0]]


def test_a_box_of_low_score_keeps_its_track():
    tracker = ByteTracker(high_score=0.25, low_score=0.1)
    box = [[100, 100, 200, 200]]
    first, second = tracker.update(box, [0.9]), tracker.update(box, [0.15])
    assert len(first.track_id) == 1
    assert second.track_id.tolist() == first.track_id.tolist()


@pytest.mark.parametrize(
    "wrong", [[300, 490, 350, 480], [150, 100, 100, 150]], ids=["upside down", "right to left"]
)
def test_boxes_that_end_before_they_begin_are_no_tracks(wrong):
    """They drop them without a word."""
    with pytest.raises(InputError) as refused:
        ByteTracker(high_score=0.25, low_score=0.1).update([[10, 10, 50, 50], wrong], [0.9, 0.9])
    assert refused.value.code == "E-191"


def test_outlines_that_share_a_box_are_two_objects(tmp_path):
    """Two triangles of one square."""
    Image = pytest.importorskip("PIL.Image", reason="pillow is in the extra 'images'")
    rows = ["0 0.2 0.2 0.8 0.2 0.8 0.8", "0 0.2 0.2 0.2 0.8 0.8 0.8"]
    for folder in ("images", "labels"):
        (tmp_path / folder).mkdir()
    Image.new("RGB", (32, 32)).save(tmp_path / "images" / "0.jpg")
    (tmp_path / "labels" / "0.txt").write_text("\n".join(rows))
    truth = read_truth(tmp_path / "labels", images=tmp_path / "images", geometry="masks")
    assert len(truth) == 2
    assert truth.boxes[0].tolist() == truth.boxes[1].tolist() == pytest.approx([6.4, 6.4, 19.2, 19.2])
