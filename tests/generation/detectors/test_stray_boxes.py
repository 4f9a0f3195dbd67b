"""Boxes that mean nothing."""

from __future__ import annotations

import numpy as np

from truebox.generation.chance import Chance
from truebox.generation.detectors.stray_boxes import background_boxes, tail_boxes
from truebox.generation.scenes.overlap_of_boxes import cover_of, iou_of
from truebox.generation.scenes.scene import make_scene
from truebox.generation.scenes.shapes import SHAPES


def test_background_is_where_nothing_is() -> None:
    scene = make_scene(30, (640, 480), tuple(SHAPES), Chance(5))
    image = np.repeat(np.arange(30), 4)
    boxes, usable = background_boxes(scene, image, Chance(6))
    assert usable.mean() > 0.8
    crowd_boxes = {crowd.image: crowd.box() for crowd in scene.crowds}
    for row in np.flatnonzero(usable):
        assert iou_of(boxes[row], scene.boxes[scene.image == image[row]]).max(initial=0) < 0.1
        if image[row] in crowd_boxes:
            assert cover_of(boxes[row], crowd_boxes[image[row]]) == 0


def test_tail_boxes_lie_inside() -> None:
    scene = make_scene(2, (640, 480), tuple(SHAPES), Chance(5))
    boxes, usable = tail_boxes(scene, np.zeros(50, np.int64), Chance(6))
    assert usable.all()
    assert boxes[:, :2].min() >= 0
    assert (boxes[:, :2] + boxes[:, 2:] <= [640.001, 480.001]).all()
