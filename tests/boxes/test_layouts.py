"""The arithmetic between formats, on plain numbers."""

from __future__ import annotations

import itertools

import pytest

from truebox.boxes.box_format import BoxFormat
from truebox.boxes.layouts import from_corners, relayout, to_corners

# The box from (10, 20) to (40, 60), 30 wide and 40 high, written down in each format.
SAME_BOX = {
    BoxFormat.XYXY: (10, 20, 40, 60),
    BoxFormat.YXYX: (20, 10, 60, 40),
    BoxFormat.XYWH: (10, 20, 30, 40),
    BoxFormat.CXCYWH: (25, 40, 30, 40),
}


@pytest.mark.parametrize(("source", "target"), list(itertools.product(SAME_BOX, SAME_BOX)))
def test_every_pair_of_formats(source, target):
    assert relayout(source, target, SAME_BOX[source]) == SAME_BOX[target]


@pytest.mark.parametrize("box_format", list(SAME_BOX))
def test_corners_both_ways(box_format):
    assert to_corners(box_format, *SAME_BOX[box_format]) == SAME_BOX[BoxFormat.XYXY]
    assert from_corners(box_format, *SAME_BOX[BoxFormat.XYXY]) == SAME_BOX[box_format]


def test_sizes_pass_untouched_between_size_formats():
    # Through corners the width would come back as (1e16 + 0.3) - 1e16 = 0.
    assert relayout(BoxFormat.XYWH, BoxFormat.CXCYWH, (1e16, 0.0, 0.3, 0.3))[2] == 0.3
    assert relayout(BoxFormat.CXCYWH, BoxFormat.XYWH, (1e16, 0.0, 0.3, 0.3))[2] == 0.3
