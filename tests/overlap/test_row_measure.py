"""What holds for every measure of rows: threads, and angles seen from above or on an image."""

from __future__ import annotations

import numpy as np
import pytest
from rotated_samples import random_rotated

from truebox import overlap
from truebox.errors import ArgumentError

ROTATED = ["rotated_iou", "probiou", "gwd", "kld"]
DEGREES = {"unit": "degrees", "direction": "clockwise"}


@pytest.mark.parametrize("name", ROTATED)
@pytest.mark.parametrize("kind", ["pairwise", "elementwise"])
def test_threads_change_nothing_and_are_checked(name, kind):
    measure = getattr(overlap, f"{kind}_{name}")
    boxes = random_rotated(40, 1)
    assert np.array_equal(measure(boxes, boxes, **DEGREES, threads=2), measure(boxes, boxes, **DEGREES))
    with pytest.raises(ArgumentError, match="threads: expected a whole number"):
        measure(boxes, boxes, **DEGREES, threads=0)


def test_elementwise_boxes_in_space_share_their_work():
    chance = np.random.default_rng(5)
    low = chance.uniform(0, 5, (2, 250_000, 3))
    a, b = np.concatenate([low, low + chance.uniform(0, 5, low.shape)], axis=2)
    assert np.array_equal(
        overlap.elementwise_iou_3d(a, b, threads=3), overlap.elementwise_iou_3d(a, b, threads=1)
    )


def test_one_word_turns_the_other_way_seen_from_above():
    a, b = random_rotated(1, 2), random_rotated(1, 3)
    flat = overlap.elementwise_rotated_iou(a, b, unit="degrees", direction="clockwise")
    upright = [np.c_[box[:, :2], 0, box[:, 2:4], 1, box[:, 4]] for box in (a, b)]
    above = overlap.elementwise_rotated_iou_3d(*upright, unit="degrees", direction="counterclockwise")
    assert above == pytest.approx(flat, abs=1e-12)
