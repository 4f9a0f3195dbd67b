"""Series differ without colour."""

from __future__ import annotations

from itertools import combinations, pairwise

from truebox.plotting.parts.palette import series


def test_neighbours_differ_in_everything():
    for a, b in pairwise(map(series, range(30))):
        assert a.colour != b.colour
        assert a.line != b.line
        assert a.marker != b.marker
        assert a.hatch != b.hatch


def test_seven_series_are_told_apart_in_grey():
    for a, b in combinations(map(series, range(7)), 2):
        assert a.marker != b.marker
        assert a.hatch != b.hatch
