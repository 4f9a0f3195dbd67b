"""Tracks frame by frame, as CVAT's get_interpolated_shapes fills them."""

from __future__ import annotations

import pytest

from truebox.datasets.formats.cvat.shapes import CvatShape
from truebox.datasets.formats.cvat.tracks import Sighting, every_frame
from truebox.errors import InputError


def seen(
    frame: int, left: float, rotation: float = 0.0, outside: bool = False, kind: str = "box"
) -> Sighting:
    return Sighting(frame, CvatShape(kind, [left, 0, left + 4, 4], rotation), f"box {frame}", outside)


def frames(*listed: Sighting, step: int = 1, end: int = 9) -> list[tuple[int, float]]:
    return [(each.frame, each.shape.numbers[0]) for each in every_frame(listed, step, end)]


def test_outside_ends_what_is_seen():
    assert frames(seen(0, 0), seen(2, 8, outside=True), seen(4, 20), seen(5, 20, outside=True)) == [
        (0, 0),
        (1, 4),
        (4, 20),
    ]


def test_the_order_in_the_file_does_not_matter():
    assert frames(seen(2, 8), seen(0, 0), end=4) == [(0, 0), (1, 4), (2, 8), (3, 8)]


def test_frames_that_the_video_skips_are_skipped():
    assert frames(seen(0, 0), seen(6, 6), step=3, end=9) == [(0, 0), (3, 3), (6, 6)]


@pytest.mark.parametrize(("first", "last", "half"), [(0, 90, 45), (350, 10, 0), (10, 350, 0), (0, 0, 0)])
def test_rotation_goes_the_shorter_way(first, last, half):
    between = list(every_frame([seen(0, 0, first), seen(2, 0, last)], 1, 3))[1]
    assert between.shape.rotation == half


def test_polygons_are_only_filled_where_nothing_changes():
    same = [seen(0, 0, kind="polygon"), seen(2, 0, kind="polygon")]
    assert frames(*same, end=3) == [(0, 0), (1, 0), (2, 0)]
    with pytest.raises(InputError, match="E-449 box 2"):
        frames(seen(0, 0, kind="polygon"), seen(2, 1, kind="polygon"))


def test_a_frame_listed_twice_is_refused():
    with pytest.raises(InputError, match="E-449 box 1: frame 1 is listed twice"):
        frames(seen(1, 0), seen(1, 4))
