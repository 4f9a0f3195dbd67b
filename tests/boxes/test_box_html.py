"""A box in a notebook: well-formed, static, and with the numbers of the box."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from truebox.boxes import Box
from truebox.boxes.box_html import box_html


def _rectangle(html):
    return ElementTree.fromstring(html).find(".//{http://www.w3.org/2000/svg}rect")


def test_the_rectangle_has_the_proportions_of_the_box():
    rectangle = _rectangle(box_html(Box(0, 0, 300, 150)))
    assert float(rectangle.get("width")) == 2 * float(rectangle.get("height"))


@pytest.mark.parametrize("box", [Box(0, 0, 1, 1e9), Box(-1e300, -1, 1e300, 1), Box(0.1, 0.1, 0.2, 0.3)])
def test_extreme_boxes_are_drawn_visibly(box):
    rectangle = _rectangle(box_html(box))
    assert min(float(rectangle.get("width")), float(rectangle.get("height"))) >= 2


def test_numbers_are_written():
    html = box_html(Box(50, 60, 150, 100))
    for text in ("(50, 60)", "(150, 100)", "100 × 40, area 4000"):
        assert text in html


def test_notebooks_find_it():
    html = Box(1, 2, 3, 4)._repr_html_()
    assert html == box_html(Box(1, 2, 3, 4))
    assert "script" not in html
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "")
