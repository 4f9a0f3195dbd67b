"""What the points beside four numbers tell."""

from __future__ import annotations

import pytest

from truebox.datasets.formats.annotation_json.layout import Layout, seen_layout

CORNER = ([10, 10, 4, 4], [10, 10, 14, 14])
CENTRE = ([12, 12, 4, 4], [10, 10, 14, 14])
SILENT = ([12, 12, 4, 4], [])


@pytest.mark.parametrize(
    ("boxes", "seen"),
    [
        ([CORNER, SILENT], Layout("xywh", 1, 0)),
        ([CENTRE, SILENT], Layout("cxcywh", 0, 1)),
        ([CORNER, CENTRE], Layout(None, 1, 1)),
        ([SILENT], Layout(None, 0, 0)),
        ([([5, 5, 0, 0], [])], Layout("xywh", 0, 0)),  # a point is its own corner and centre
        ([([50, 50, 4, 4], [10, 10, 14, 14])], Layout(None, 0, 0)),
        ([([10.4, 10.4, 1, 1], [10, 10, 11, 11])], Layout(None, 0, 0)),  # too small to tell
    ],
)
def test_only_one_reading_may_fit(boxes, seen):
    assert seen_layout(boxes) == seen
