from __future__ import annotations

import numpy as np
import pytest
from measure_cases import LIBRARIES

from truebox.overlap import box_iou
from truebox.overlap.library_views import through_views


@pytest.fixture(params=list(LIBRARIES))
def library(request):
    return LIBRARIES[request.param]()


def test_what_views_leave_is_left(library):
    boxes = library.array(np.ones((2, 4)))
    door = box_iou._pairwise
    assert through_views(door, np.ones((2, 4)), boxes, "xyxy", "continuous") is None
    assert through_views(door, boxes, [[0, 0, 1, 1]], "xyxy", "continuous") is None
    assert through_views(door, boxes[0], boxes, "xyxy", "continuous") is None
    assert through_views(door, boxes, boxes, "corners", "continuous") is None
    answer = through_views(door, boxes, boxes, "xyxy", "continuous")
    assert library.numpy(answer).tolist() == [[0, 0], [0, 0]]
