from __future__ import annotations

import numpy as np
import pytest

from truebox import overlap


def test_boxes_on_the_device():
    cupy = pytest.importorskip("cupy")
    boxes = cupy.asarray([[0.0, 0.0, 4.0, 4.0], [2.0, 2.0, 6.0, 6.0]])
    answer = overlap.pairwise_giou(boxes, boxes)
    assert isinstance(answer, cupy.ndarray)
    assert np.allclose(answer.get(), [[1, 4 / 28 - 8 / 36], [4 / 28 - 8 / 36, 1]])
