"""keras-cv (main at 94b0a55) and Keras (main at 3422977), where its bounding boxes went: values, as facts.

Of ``bounding_box/iou_test.py``, ``ops/iou_3d_test.py`` and ``losses`` of keras-cv, ``iou_test.py`` and
``converters_test.py`` of Keras; in every library that is installed.
"""

from __future__ import annotations

import math
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from measure_cases import LIBRARIES

from truebox.boxes import clip_boxes, convert_boxes
from truebox.losses import ciou_loss, giou_loss, iou_loss, log_iou_loss
from truebox.overlap import elementwise_ciou, pairwise_ciou, pairwise_iou, pairwise_rotated_iou_3d

# Rows y_min, x_min, y_max, x_max. The published table has predictions as rows and truths as columns.
TRUE = np.array([[100, 101, 200, 201], [0, 2, 1, 3], [1300, 1400, 1500, 1401]], float)
FOUND = np.array([[101, 102, 201, 202], [0, 2, 1, 3], [1000, 1400, 1200, 1401]], float)
PUBLISHED = np.diag([0.96097656633, 1, 0])

NEAR = np.array([[100, 101, 200, 201], [1000, 1000, 1500, 1500]], float)
FAR = np.array([[150, 150, 250, 250], [2000, 2000, 2500, 2500]], float)
PUBLISHED_CIOU = [0.036492417, -0.44444444435]  # in single precision, with 1e-7 added to denominators
# Squares of 100, 50 and 49 apart: 50 x 51 of the union, and centers 50 and 49 apart in a box of 150 x 149.
EXACT_CIOU = [2550 / 17450 - (50**2 + 49**2) / (150**2 + 149**2), -2 * 1000**2 / (2 * 1500**2)]

LOSS_TRUE = np.array([[0, 0, 1, 1], [0, 0, 2, 3], [4, 5, 3, 6], [2, 2, 3, 3]], float)
LOSS_FOUND = np.array([[0, 0, 5, 6], [0, 0, 7, 3], [4, 5, 5, 6], [2, 1, 3, 3]], float)


NUMPY = SimpleNamespace(array=np.asarray, numpy=np.asarray)


@pytest.fixture(params=["numpy", *LIBRARIES])
def tested(request):
    return NUMPY if request.param == "numpy" else LIBRARIES[request.param]()


@pytest.mark.parametrize(
    ("a", "b", "published"),
    [
        (TRUE, FOUND, PUBLISHED),
        (np.stack([TRUE] * 2), np.stack([FOUND] * 2), np.stack([PUBLISHED] * 2)),
        (np.stack([TRUE] * 2), FOUND, np.stack([PUBLISHED] * 2)),
        (TRUE[None], np.stack([FOUND] * 2), np.stack([PUBLISHED] * 2)),
    ],
    ids=["alone", "both in batches", "truth in batches", "found in batches"],
)
def test_iou_of_batches(tested, a, b, published):
    found = tested.numpy(pairwise_iou(tested.array(a), tested.array(b), box_format="yxyx"))
    assert found.shape == published.shape
    assert found == pytest.approx(published, abs=1e-9)


@pytest.mark.parametrize("batches", [(1, 1), (2, 1), (1, 2), (2, 2)])
def test_ciou_of_batches(tested, batches):
    a, b = (tested.array(np.stack([side] * count)) for side, count in zip((NEAR, FAR), batches, strict=True))
    found = tested.numpy(elementwise_ciou(a, b, box_format="yxyx"))
    assert found.shape == (max(batches), 2)
    assert found == pytest.approx(np.broadcast_to(EXACT_CIOU, found.shape), rel=1e-12)
    assert found == pytest.approx(np.broadcast_to(PUBLISHED_CIOU, found.shape), abs=1e-6)


def test_ciou_of_one_pair(tested):
    a, b = tested.array(NEAR[:1]), tested.array(FOUND[:1])
    assert tested.numpy(pairwise_ciou(a, b, box_format="yxyx")) == pytest.approx(0.96087853672, abs=1e-9)


def test_boxes_in_space():
    found = [[0, 0, 0, 2, 2, 2, 0], [1, 1, 1, 2, 2, 2, 3 * math.pi / 4]]
    true = [[1, 1, 1, 2, 2, 2, math.pi / 4], [1, 1, 1, 2, 2, 2, 0]]
    published = [[1 / 15, 1 / 15], [1, 0.5**0.5]]
    for direction in ("clockwise", "counterclockwise"):
        iou = pairwise_rotated_iou_3d(found, true, unit="radians", direction=direction)
        assert iou == pytest.approx(np.array(published), abs=1e-12)


def test_giou_loss(tested):
    loss = giou_loss(tested.array(LOSS_FOUND), tested.array(LOSS_TRUE), box_format="xywh", reduction="mean")
    assert float(tested.numpy(loss)) == pytest.approx(0.6452381, abs=1e-7)


def test_iou_loss(tested):
    """Theirs is the logarithm of the mean, 1.0363084; ours is the mean of logarithms, or the mean."""
    found, true = tested.array(LOSS_FOUND), tested.array(LOSS_TRUE)
    # Widths and heights 5 x 6, 7 x 3, 5 x 6 and 3 x 3 about 1 x 1, 2 x 3, 3 x 6 and half of 3 x 3 twice.
    shares = [Fraction(1, 30), Fraction(6, 21), Fraction(18, 30), Fraction(6, 12)]
    mean = float(tested.numpy(iou_loss(found, true, box_format="xywh", reduction="mean")))
    assert -math.log(1 - mean) == pytest.approx(1.0363084, abs=1e-7)
    logarithms = tested.numpy(log_iou_loss(found, true, box_format="xywh", reduction="none"))
    assert logarithms == pytest.approx([-math.log(share) for share in shares], rel=1e-12)


def test_ciou_loss_of_the_boxes_that_are_some():
    """The published 1.03202 is the mean with a true box whose right edge, 3, lies left of its left one, 4."""
    proper = [0, 1, 3]
    exact = []
    for a, b in zip(
        LOSS_FOUND[proper].astype(int).tolist(), LOSS_TRUE[proper].astype(int).tolist(), strict=True
    ):
        shared = (min(a[2], b[2]) - max(a[0], b[0])) * (min(a[3], b[3]) - max(a[1], b[1]))
        sides = [(box[2] - box[0], box[3] - box[1]) for box in (a, b)]
        iou = Fraction(shared, sum(w * h for w, h in sides) - shared)
        apart = sum(Fraction(a[k] + a[k + 2] - b[k] - b[k + 2], 2) ** 2 for k in (0, 1))
        diagonal = sum((max(a[k + 2], b[k + 2]) - min(a[k], b[k])) ** 2 for k in (0, 1))
        turn = (
            2 / math.pi * (math.atan(sides[0][0] / sides[0][1]) - math.atan(sides[1][0] / sides[1][1]))
        ) ** 2
        weight = turn / (1 - iou + turn) if turn else 0
        exact.append(float(1 - iou + apart / diagonal + weight * turn))
    found = ciou_loss(LOSS_FOUND[proper], LOSS_TRUE[proper], reduction="none")
    assert found == pytest.approx(exact, rel=1e-12)


CORNERS = np.array([[[10, 20, 110, 120], [20, 30, 120, 130]]], np.float32)
FORMATS = {
    "xyxy": CORNERS,
    "yxyx": CORNERS[..., [1, 0, 3, 2]],
    "rel_xyxy": CORNERS / 1000,
    "rel_yxyx": CORNERS[..., [1, 0, 3, 2]] / 1000,
    "cxcywh": np.array([[[60, 70, 100, 100], [70, 80, 100, 100]]], np.float32),
    "xywh": np.array([[[10, 20, 100, 100], [20, 30, 100, 100]]], np.float32),
    "rel_xywh": np.array([[[0.01, 0.02, 0.1, 0.1], [0.02, 0.03, 0.1, 0.1]]], np.float32),
}


@pytest.mark.parametrize("target", FORMATS)
@pytest.mark.parametrize("source", FORMATS)
def test_conversion(tested, source, target):
    found = convert_boxes(tested.array(FORMATS[source]), source, target, image_size=(1000, 1000))
    assert tested.numpy(found) == pytest.approx(FORMATS[target], rel=1e-6, abs=1e-6)


def test_clipping(tested):
    boxes = tested.array(np.array([[0, 0, 1.5, 1.6], [0.5, 0.4, 0.7, 0.8]]))
    found = tested.numpy(clip_boxes(boxes, box_format="rel_xyxy"))
    assert found.tolist() == [[0, 0, 1, 1], [0.5, 0.4, 0.7, 0.8]]
