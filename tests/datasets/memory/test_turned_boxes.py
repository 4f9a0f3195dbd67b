"""Rotated boxes of arrays per image."""

from __future__ import annotations

import numpy as np
import pytest
from rotated_worlds import corners

import truebox as tb
from truebox.errors import InputError

BOX = (50.0, 40.0, 20.0, 8.0, 0.5)
CORNERS = corners(BOX)


def read(*boxes, **more):
    images = [{"boxes": each, "labels": [1] * len(each)} for each in boxes]
    return tb.read_truth(images, geometry="rotated", **more).segmentations.numbers.reshape(-1, 8)


@pytest.mark.parametrize(
    ("boxes", "more"),
    [
        ([list(BOX)], {"box_format": "radians"}),
        ([[*BOX[:4], -np.degrees(BOX[4])]], {}),  # beyond 6.5: degrees counter-clockwise, and said
        ([CORNERS], {}),
        (np.array(CORNERS).reshape(1, 4, 2), {}),
    ],
)
@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_every_form_is_the_same_box(boxes, more):
    np.testing.assert_allclose(read(boxes, **more), [CORNERS], atol=1e-9)


def test_upright_boxes_and_images_without_any_take_part():
    found = read([[1.0, 2.0, 11.0, 22.0]], np.empty((0, 5)))
    assert found.tolist() == [[1, 2, 11, 2, 11, 22, 1, 22]]
    image = {"boxes": [[0, 0, 1, 1]], "corners": [CORNERS], "labels": [1]}
    assert tb.read_truth([image], geometry="rotated").segmentations.numbers.tolist() == CORNERS


def test_what_cannot_be_a_box_is_named():
    with pytest.raises(InputError, match=r"E-121 truth\[1\].boxes\[0\]: .* not finite"):
        read([CORNERS], [[1, 2, np.nan, 4, 0]])
    with pytest.raises(InputError, match=r"E-196 .*radians, or small degrees"):
        read([list(BOX)])
