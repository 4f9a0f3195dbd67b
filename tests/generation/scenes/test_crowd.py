"""A crowd region and its run lengths."""

from __future__ import annotations

import numpy as np
import pytest
from pycocotools import mask as reference

from truebox.generation.chance import Chance
from truebox.generation.scenes.crowd import make_crowd


# pycocotools 2.0.11 decodes masks in a way that NumPy 2 deprecates.
@pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")
@pytest.mark.parametrize("seed", range(4))
def test_run_lengths_decode_to_the_mask(seed: int) -> None:
    crowd = make_crowd(0, 0, (160, 120), Chance(seed))
    written = crowd.segmentation()
    assert written["size"] == [120, 160]
    encoded = reference.frPyObjects(written, 120, 160)
    np.testing.assert_array_equal(reference.decode(encoded), crowd.mask())
    assert reference.toBbox(encoded) == pytest.approx(crowd.box())
    assert reference.area(encoded) == crowd.mask().sum()


def test_members_lie_inside() -> None:
    crowd = make_crowd(0, 0, (640, 480), Chance(1))
    x, y, width, height = crowd.box()
    low, high = crowd.members[:, :2] - crowd.members[:, 2:], crowd.members[:, :2] + crowd.members[:, 2:]
    assert (low >= [x - 1, y - 1]).all()
    assert (high <= [x + width + 1, y + height + 1]).all()
    assert len(crowd.members) > 20
