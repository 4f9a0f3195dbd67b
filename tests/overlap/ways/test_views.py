from __future__ import annotations

import numpy as np
import pytest
from measure_cases import LIBRARIES

from truebox._native import overlap as native
from truebox.overlap.ways.views import through_views


@pytest.fixture(params=list(LIBRARIES))
def library(request):
    return LIBRARIES[request.param]()


def test_what_views_leave_is_left(library):
    boxes = library.array(np.ones((2, 4)))
    kernel = native.kernel("pairwise_iou")
    assert through_views(kernel, np.ones((2, 4)), boxes, "xyxy", "continuous") is None
    assert through_views(kernel, boxes, [[0, 0, 1, 1]], "xyxy", "continuous") is None
    assert through_views(kernel, boxes[0], boxes, "xyxy", "continuous") is None
    assert through_views(kernel, boxes, boxes, "corners", "continuous") is None
    answer = through_views(kernel, boxes, boxes, "xyxy", "continuous")
    assert library.numpy(answer).tolist() == [[0, 0], [0, 0]]
