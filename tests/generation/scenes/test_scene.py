"""The scene: what stands where."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.generation.chance import Chance
from truebox.generation.scenes.overlap_of_boxes import cover_of
from truebox.generation.scenes.scene import make_scene, size_class
from truebox.generation.scenes.shapes import SHAPES


@pytest.fixture(scope="module")
def scene():
    return make_scene(90, (640, 480), tuple(SHAPES), Chance(5))


def test_size_limits_belong_to_the_smaller_class() -> None:
    # COCO: small < 32², medium < 96², but the areas on the limits are in both.
    assert size_class(np.array([1024.0, 1024.01, 9216.0, 9216.01])).tolist() == [0, 1, 1, 2]


def test_all_sizes_and_classes_occur(scene) -> None:
    shares = np.bincount(size_class(scene.areas), minlength=3) / len(scene)
    assert shares.min() > 0.15
    assert np.bincount(scene.kind, minlength=8).min() > 0.05 * len(scene)


def test_later_objects_never_hide_earlier_ones(scene) -> None:
    for image in range(scene.images):
        # What the border cuts was placed whole: of the rest of it more may be covered.
        boxes = scene.boxes[(scene.image == image) & ~scene.cut]
        cover = cover_of(boxes[:, None], boxes[None]) * (1 - np.eye(len(boxes)))
        assert cover.max(initial=0) < 0.5


def test_larger_ones_stand_behind(scene) -> None:
    same_image = np.diff(scene.image) == 0
    # In random order it would be half of them.
    assert (np.diff(scene.areas)[same_image] < 0).mean() > 0.65


def test_crowds_have_members_and_stand_free(scene) -> None:
    assert len(scene.crowds) == 3
    assert scene.member_crowds().tolist().count(0) == len(scene.crowds[0].members) > 20
    for crowd in scene.crowds:
        here = scene.boxes[scene.image == crowd.image]
        assert cover_of(here, crowd.box()).max(initial=0) < 0.2


def test_empty_images_hold_nothing(scene) -> None:
    assert len(scene.empty_images()) == 3
    assert not np.isin(scene.image, scene.empty_images()).any()


def test_cut_objects_touch_the_border(scene) -> None:
    assert 0.04 < scene.cut.mean() < 0.25
    far = scene.boxes[:, :2] + scene.boxes[:, 2:]
    touches = (scene.boxes[:, :2] == 0).any(axis=1) | (far >= [640, 480]).any(axis=1)
    assert touches[scene.cut].all()


def test_iou_with_others_leaves_out_the_object_itself() -> None:
    scene = make_scene(1, (640, 480), ("circle",), Chance(5))
    own = scene.iou_with_others(scene.boxes)
    assert own.max() < 0.9
    swapped = scene.iou_with_others(np.roll(scene.boxes, -1, axis=0))
    assert swapped == pytest.approx(1.0)
