"""Polygons that stand for their box, and those that do not."""

from __future__ import annotations

import pytest

from truebox.datasets.outgoing.one_outline import one_outline, outlines_not_held
from truebox.datasets.outgoing.written_images import WrittenImage, WrittenObject

OUTLINE = [0.0, 0.0, 10.0, 0.0, 10.0, 10.0]


def made(box, *polygons):
    return WrittenObject("cat", box, polygons=list(polygons))


@pytest.mark.parametrize(
    ("each", "drawn", "losses"),
    [
        (made([0, 0, 10, 10], OUTLINE), True, []),
        (made([0, 0, 10, 10.01], OUTLINE), True, ["boxes that move"]),
        (made([0, 0, 10, 11], OUTLINE), False, ["polygons of objects"]),
        (made([0, 0, 10, 10], OUTLINE, OUTLINE), False, ["polygons of objects"]),
        (made([0, 0, 10, 0], [0.0, 0.0, 10.0, 0.0]), False, ["polygons of objects"]),
        (made([0, 0, 10, 10]), False, []),
    ],
)
def test_an_outline_must_fill_its_box(each, drawn, losses):
    assert (one_outline(each) is not None) == drawn
    found = outlines_not_held([WrittenImage("a", 0, 0, [each])])
    assert [loss.what.startswith(start) for loss, start in zip(found, losses, strict=True)] == [True] * len(
        losses
    )
