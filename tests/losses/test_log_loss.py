from __future__ import annotations

import math

import numpy as np
import pytest
from measure_cases import LIBRARIES

from truebox.errors import ArgumentError
from truebox.losses import log_iou_loss

# IoUs 1, 1/2, 4/28 and 0
PREDICTION = np.array([[0.0, 0, 4, 4]] * 4)
TARGET = np.array([[0.0, 0, 4, 4], [0, 0, 4, 2], [2, 2, 6, 6], [8, 8, 9, 9]])
EXPECTED = [0, math.log(2), math.log(7), math.log(1e6)]


@pytest.mark.parametrize("name", ["numpy", *LIBRARIES])
def test_by_hand(name):
    array = np.asarray if name == "numpy" else LIBRARIES[name]().array
    found = np.asarray(log_iou_loss(array(PREDICTION), array(TARGET)))
    assert found == pytest.approx(EXPECTED, abs=1e-12)
    assert not np.signbit(found).any()


@pytest.mark.parametrize("name", LIBRARIES)
def test_boxes_apart_have_no_slope_and_others_that_of_the_logarithm(name):
    library = LIBRARIES[name]()
    slope = library.gradient(lambda boxes: log_iou_loss(boxes, library.array(TARGET[1:])), PREDICTION[1:])
    assert np.isfinite(slope).all()
    assert not slope[2].any()
    # The target lies inside: IoU is 8 / (4 y), and the slope of -log(IoU) by the lower edge y = 4 is 1 / y.
    assert slope[0, 3] == pytest.approx(0.25, abs=1e-12)


def test_fractions_of_the_image_need_no_size():
    found = log_iou_loss(PREDICTION / 16, TARGET / 16, box_format="rel_xyxy", least=1e-3)
    assert found == pytest.approx([*EXPECTED[:3], math.log(1e3)], abs=1e-12)


def test_a_floor_that_is_none_is_refused():
    for least in (0, 1, -1e-6, math.nan):
        with pytest.raises(ArgumentError, match="least is"):
            log_iou_loss(PREDICTION, TARGET, least=least)


def test_small_steps_arrive_where_boxes_overlap():
    library = LIBRARIES["torch"]()
    target = np.array([[0.4, 0.4, 0.6, 0.6]] * 2)
    boxes = np.array([[0.42, 0.43, 0.58, 0.56], [0.35, 0.38, 0.66, 0.65]])  # inside and around
    for step in range(300):
        slope = library.gradient(lambda given: log_iou_loss(given, library.array(target)), boxes)
        boxes = boxes - 0.001 * (1 - step / 300) * slope
    assert np.abs(boxes - target).max() < 0.01
