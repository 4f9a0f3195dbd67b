"""One region of Label Studio, there and back."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from truebox.datasets.columns.rotated_corners import extent, rotated_corners
from truebox.datasets.formats.label_studio.regions import region_geometry, region_label, written_region
from truebox.datasets.outgoing.written_images import WrittenImage, WrittenObject
from truebox.datasets.texts.json_object import JsonObject

IMAGE = WrittenImage("a.jpg", 300, 200)


@given(st.floats(0, 200), st.floats(0, 100), st.floats(1, 90), st.floats(1, 90), st.floats(-180, 180))
def test_boxes_and_turned_boxes_come_back(x, y, width, height, angle):
    corners = rotated_corners((x, y, width, height), angle, "corner")
    plain = WrittenObject("cat", [x, y, width, height])
    turned = WrittenObject("cat", list(extent(corners)), polygons=[corners], attributes={"angle": angle})
    for each in (plain, turned):
        region = JsonObject(written_region(each, IMAGE, "r"), "a.json")
        held = region_geometry(region)
        np.testing.assert_allclose(held["box"], each.box, atol=1e-9)
        assert region_label(region, {}) == "cat"


def test_polygons_come_back():
    points = [0.0, 0.0, 30.0, 0.0, 30.0, 20.0]
    each = WrittenObject("cat", [0, 0, 30, 20], score=0.5, polygons=[points])
    written = written_region(each, IMAGE, "r")
    assert (written["type"], written["score"]) == ("polygonlabels", 0.5)
    assert written["value"]["points"] == [[0, 0], [10, 0], [10, 10]]
    np.testing.assert_allclose(region_geometry(JsonObject(written, "a"))["polygons"], [points])
