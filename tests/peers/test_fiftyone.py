"""FiftyOne at 034e5c4, ``tests/unittests/evaluation_tests.py`` and ``utils/iou_tests.py``, as facts."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest

from truebox import evaluate
from truebox.diagnosis import confusion_matrix
from truebox.evaluation import semantic_iou
from truebox.overlap import pairwise_iou, pairwise_oriented_iou_3d, pairwise_polygon_iou

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

BOX = [0.1, 0.1, 0.4, 0.4]
# Of each picture the label of its one true object and of its one detection, which scores 0.9.
PICTURES = [(None, None), ("cat", None), (None, "cat"), ("cat", "cat"), ("cat", "dog")]
# Of cat, dog and nothing; the truth in rows.
OF_ONE_CLASS = [[1, 0, 2], [0, 0, 0], [1, 1, 0]]
OF_ANY_CLASS = [[1, 1, 1], [0, 0, 0], [1, 0, 0]]


def held(label, **more):
    if label is None:
        return None
    return SimpleNamespace(detections=[SimpleNamespace(label=label, bounding_box=BOX, **more)])


def samples(width, height):
    return [
        SimpleNamespace(
            filepath=f"image{number}.jpg",
            metadata=SimpleNamespace(width=width, height=height),
            ground_truth=held(true),
            predictions=held(found, confidence=0.9),
        )
        for number, (true, found) in enumerate(PICTURES, start=1)
    ]


def squares(labels, **more):
    """The same objects as masks of 100 x 100 pixels."""
    mask = np.zeros((1, 100, 100), dtype=bool)
    mask[0, 10:50, 10:50] = True
    none = {"masks": mask[:0], "labels": [], **{key: [] for key in more}}
    return [none if each is None else {"masks": mask, "labels": [each], **more} for each in labels]


def cat_and_dog(pictures):
    return [{"cat": 0, "dog": 1, None: None}[each] for each in pictures]


def evaluated(kind):
    if kind != "masks":
        both = samples(100, 100) if kind == "boxes" else samples(640, 480)
        return evaluate(both, both)
    true = squares(cat_and_dog(true for true, _ in PICTURES))
    found = squares(cat_and_dog(found for _, found in PICTURES), scores=[0.9])
    return evaluate(true, found, geometry="masks", categories={0: "cat", 1: "dog"})


@pytest.mark.parametrize("kind", ["boxes", "boxes of a wide picture", "masks"])
def test_pairs_of_one_class(kind):
    result = evaluated(kind)
    right = result.matches.detections.matched_truth[:, 0] >= 0
    missed = result.matches.truths.matched_detection[:, 0] < 0
    cats, dogs = np.array([True, True, False]), np.array([False, False, True])
    assert result.truths == 3
    assert [[(right & cats).sum(), (right & dogs).sum(), missed.sum()]] == OF_ONE_CLASS[:1]
    assert [[(~right & cats).sum(), (~right & dogs).sum(), 0]] == OF_ONE_CLASS[2:]


@pytest.mark.parametrize("kind", ["boxes", "boxes of a wide picture", "masks"])
def test_confusion_of_pairs_of_any_class(kind):
    found = confusion_matrix(evaluated(kind), 0.5, 0.5)
    assert found.names == ("cat", "dog", "background")
    assert found.counts.tolist() == OF_ANY_CLASS


def test_frames_of_videos_count_as_pictures():
    """Their videos hold the same pairs, as frames 1 and 2."""
    frames = samples(100, 100)[1:]
    result = evaluate(frames, frames)
    assert result.truths == 3
    assert confusion_matrix(result, 0.5, 0.5).counts.tolist() == OF_ANY_CLASS


def test_polylines():
    square = [[0.1, 0.1], [0.1, 0.4], [0.4, 0.4], [0.4, 0.1]]
    assert pairwise_polygon_iou([square], [square])[0, 0] == pytest.approx(1, abs=1e-12)


def test_label_maps():
    """Pictures of which one side is missing are left out; "support" 4 is that of two pictures' objects."""
    true = [[0, 0], [1, 2]]
    counted = semantic_iou(np.array([true, true]), np.array([true, [[1, 2], [0, 0]]]), classes=3).matrix
    assert counted.tolist() == [[2, 1, 1], [1, 1, 0], [1, 0, 1]]
    assert counted[1:].sum() == 4


def test_boxes_as_fractions():
    """One around the truth, of 25 times its area; one that touches it in a corner; and one far off."""
    true = [[0.1, 0.1, 0.1, 0.1]]
    found = [[0.1, 0.1, 0.5, 0.5], [0.0, 0.0, 0.1, 0.1], [0.9, 0.9, 0.1, 0.1]]
    values = pairwise_iou(found, true, box_format="xywh")[:, 0]
    assert values == pytest.approx([1 / 25, 0, 0], abs=1e-15)
    assert values[0] > 0


def cuboid(size, at=(0, 0, 0), about=None):
    """Corners of a box of so much length, width and height whose middle lies there, turned by an eighth."""
    signs = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]])
    corners = (signs - 0.5) * np.array(size)
    if about is not None:
        one, other = (axis for axis in range(3) if axis != about)
        turn = np.eye(3)
        turn[[one, other], [one, other]] = math.cos(math.pi / 4)
        turn[one, other], turn[other, one] = -math.sin(math.pi / 4), math.sin(math.pi / 4)
        corners = corners @ turn.T
    return corners + np.array(at)


UNIT = (1, 1, 1)
AWAY = (2, -3.5, 20)
SHARED = 4.5 * 4.5 * 14.5
SIDE = 1 / (1 + math.sqrt(2))
OCTAGON = 2 * (1 + math.sqrt(2)) * SIDE**2


@pytest.mark.parametrize(
    ("a", "b", "published"),
    [
        (cuboid(UNIT), cuboid(UNIT, (2, 2, 2)), 0),
        (cuboid(UNIT, AWAY), cuboid(UNIT, (2.5, -3.5, 20)), 1 / 3),
        (cuboid(UNIT, AWAY), cuboid(UNIT, (2, -3, 20)), 1 / 3),
        (cuboid(UNIT, AWAY), cuboid(UNIT, (2, -3.5, 20.5)), 1 / 3),
        (cuboid((5, 10, 15), (1, 2, 3)), cuboid((10, 5, 20), (4, 5, 6)), SHARED / (1750 - SHARED)),
        *((cuboid(UNIT), cuboid(UNIT, about=axis), OCTAGON / (2 - OCTAGON)) for axis in range(3)),
    ],
)
def test_cuboids(a, b, published):
    assert pairwise_oriented_iou_3d([a], [b])[0, 0] == pytest.approx(published, abs=1e-12)
