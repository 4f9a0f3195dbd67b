"""One image of a data set."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb
from truebox.drawing import THEMES, draw_boxes, draw_image
from truebox.drawing import image as module
from truebox.errors import ArgumentError, InputError, TrueboxWarning
from truebox.masks import mask_to_box

SIZE = {"width": 200, "height": 150}
TRUTH = tb.read_truth(
    [
        {
            "boxes": [[20, 40, 90, 110], [100, 20, 190, 140]],
            "labels": ["cat", "dog"],
            "iscrowd": [0, 1],
            **SIZE,
        },
        {"boxes": [[0, 0, 5, 5]], "labels": ["cat"], **SIZE},
    ]
)
FOUND = tb.read_predictions(
    [{"boxes": [[24, 44, 94, 114], [10, 10, 40, 40]], "labels": ["cat", "dog"], "scores": [0.4, 0.9]}]
)
GREEN = THEMES["classic"].truth


@pytest.fixture
def marks(monkeypatch):
    """What `Sides.draw` was given, and the sides."""
    seen = {}
    original = module.Sides.draw

    def draw(self, picture, truth, predictions, overlap):
        seen.update(sides=self, truth=truth, predictions=predictions, overlap=overlap)
        return original(self, picture, truth, predictions, overlap)

    monkeypatch.setattr(module.Sides, "draw", draw)
    return seen


def test_boxes_of_the_image_and_no_others(marks):
    picture = draw_image(None, TRUTH, FOUND, image_id=0)
    assert picture.size == (200, 150)
    assert [mark.anchor.tolist() for mark in marks["truth"]] == [[20, 40, 90, 110], [100, 20, 190, 140]]
    assert [mark.dashed for mark in marks["truth"]] == [False, True]
    assert marks["sides"].truth_labels == ["cat", "dog"]
    assert marks["sides"].prediction_labels == ["dog", "cat"]
    assert marks["sides"].scores == [0.9, 0.4]


def test_crowds_are_compared_with_nothing(marks):
    draw_image(None, TRUTH, FOUND, image_id=0)
    assert (marks["overlap"]()[:, 1] == 0).all()


def test_the_picture_is_that_of_draw_boxes():
    found = draw_image(None, TRUTH, image_id=1, shade=True)
    expected = draw_boxes((200, 150), [[0, 0, 5, 5]], truth_labels=["cat"])
    assert np.array_equal(np.asarray(found), np.asarray(expected))


def test_low_scores_are_left_out_when_asked(marks):
    draw_image(None, TRUTH, FOUND, image_id=0, score_threshold=0.5)
    assert marks["sides"].scores == [0.9]


def test_without_predictions(marks):
    draw_image(None, TRUTH, image_id=0)
    assert marks["predictions"] == []


@pytest.mark.parametrize("image_id", [7, "0", None])
def test_an_unknown_image_is_refused(image_id):
    with pytest.raises(ArgumentError, match="is no image of <truth>; its 2 images are 0, 1"):
        draw_image(None, TRUTH, image_id=image_id)


def test_ids_may_be_texts():
    truth = tb.read_truth({"a": {"boxes": [[1, 1, 9, 9]], "labels": ["cat"]}})
    assert draw_image((20, 20), truth, image_id="a").size == (20, 20)


def test_another_size_than_stated_is_said():
    with pytest.warns(
        TrueboxWarning, match="W-563 image 0: the picture is 100 x 75, but <truth> states 200 x 150"
    ):
        draw_image((100, 75), TRUTH, image_id=0)


def _truth_with(geometry, **more):
    annotation = {"id": 1, "image_id": 1, "category_id": 1, "iscrowd": 0, "bbox": [20, 20, 60, 60], "area": 9}
    category = {"id": 1, "name": "person", "keypoints": ["a", "b"], "skeleton": []}
    images = [{"id": 1, **SIZE}]
    document = {"images": images, "categories": [category], "annotations": [{**annotation, **more}]}
    return tb.read_truth(document, geometry=geometry)


def test_polygons(marks):
    draw_image(None, _truth_with("masks", segmentation=[[20, 20, 80, 20, 80, 80]]), image_id=1)
    assert marks["truth"][0].outlines[0].tolist() == [[20, 20], [80, 20], [80, 80]]
    assert marks["sides"].measure == "box IoU"


def test_run_lengths(marks):
    runs = {"size": [150, 200], "counts": [150 * 50 + 20, 40, 150 * 150 - 60]}
    picture = draw_image(None, _truth_with("masks", segmentation=runs), image_id=1)
    assert marks["truth"][0].anchor.tolist() == [50, 20, 51, 60]
    assert picture.getpixel((50, 30)) == GREEN


def test_masks_of_another_size_are_refused():
    runs = {"size": [60_000, 60_000], "counts": [60_000 * 60_000]}
    with pytest.raises(InputError, match=r"E-164 <truth>.0.: the mask's size is 60000 x 60000 .*150 x 200"):
        draw_image(None, _truth_with("masks", segmentation=runs), image_id=1)


@pytest.mark.filterwarnings("ignore:W-563")
def test_masks_of_the_stated_size_go_on_a_picture_of_another():
    runs = {"size": [150, 200], "counts": [150 * 50 + 20, 40, 150 * 150 - 60]}
    assert draw_image((60, 60), _truth_with("masks", segmentation=runs), image_id=1).size == (60, 60)


def test_keypoints(marks):
    points = {"keypoints": [30, 40, 2, 60, 90, 1], "num_keypoints": 2}
    draw_image(None, _truth_with("keypoints", **points), image_id=1)
    assert marks["truth"][0].dots.tolist() == [[30, 40], [60, 90]]
    assert marks["truth"][0].hollow.tolist() == [False, True]


def test_fractions_follow_the_picture(marks):
    from dataclasses import replace

    truth = replace(TRUTH, boxes=TRUTH.boxes / 200, units="fractions")
    draw_image(
        (200, 200), replace(truth, images=replace(truth.images, sizes=truth.images.sizes * 0)), image_id=0
    )
    assert np.allclose(marks["truth"][0].anchor, [20, 40, 90, 110])
    with pytest.raises(
        ArgumentError, match="boxes of <truth> are fractions, and the size of image 0 is unknown"
    ):
        draw_image(
            None, replace(truth, images=replace(truth.images, sizes=truth.images.sizes * 0)), image_id=0
        )


def test_records_are_left_alone():
    before = TRUTH.boxes.copy(), FOUND.scores.copy()
    draw_image(None, TRUTH, FOUND, image_id=0)
    assert np.array_equal(TRUTH.boxes, before[0])
    assert np.array_equal(FOUND.scores, before[1])


RUNS = {"size": [150, 200], "counts": [150 * 50 + 20, 40, 150 * 150 - 60]}


@pytest.mark.parametrize(
    ("geometry", "more", "part"),
    [
        ("boxes", {}, lambda mark: mark.anchor),
        ("masks", {"segmentation": [[20, 20, 80, 20, 80, 80]]}, lambda mark: mark.outlines[0]),
        (
            "masks",
            {"segmentation": RUNS},
            lambda mark: mask_to_box(mark.mask)[0],
        ),
        ("keypoints", {"keypoints": [30, 40, 2, 50, 60, 2]}, lambda mark: mark.dots),
    ],
)
def test_all_of_it_is_enlarged(marks, geometry, more, part):
    truth = _truth_with(geometry, **more)
    draw_image(None, truth, image_id=1)
    once = np.array(part(marks["truth"][0]))
    assert draw_image(None, truth, image_id=1, scale=4).size == (800, 600)
    assert np.array_equal(part(marks["truth"][0]), 4 * once)


def test_a_scale_that_is_none_is_refused():
    truth = tb.generation.make_world(2, seed=3).truth
    with pytest.raises(ArgumentError, match="scale is 0; expected a whole number from 1 to 100"):
        draw_image(None, truth, image_id=truth.images.ids[0], scale=0)
