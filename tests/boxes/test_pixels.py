"""Which formats grow by a pixel."""

from __future__ import annotations

import pytest

from truebox.boxes.box_format import BoxFormat
from truebox.boxes.pixels import pixel_extent
from truebox.errors import ArgumentError


def test_only_inclusive_corners_grow():
    absolute = [member for member in BoxFormat if not member.is_relative]
    assert {member.value: pixel_extent("inclusive", member) for member in absolute} == {
        "xyxy": 1,
        "yxyx": 1,
        "xywh": 0,
        "cxcywh": 0,
    }
    assert {pixel_extent("continuous", member) for member in BoxFormat} == {0}


def test_relative_coordinates_index_no_pixels():
    with pytest.raises(ArgumentError, match="does not go with box_format='rel_xyxy'"):
        pixel_extent("inclusive", BoxFormat.REL_XYXY)


def test_unknown_name():
    with pytest.raises(ArgumentError, match="pixels is True; expected 'continuous' or 'inclusive'"):
        pixel_extent(True, BoxFormat.XYXY)
