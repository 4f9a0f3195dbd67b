"""Panels beside each other."""

from __future__ import annotations

from PIL import Image

from truebox.drawing import THEMES
from truebox.drawing.events.sheet import sheet_of


def test_panels_stand_in_order_and_the_chosen_one_is_framed():
    colours = [(200, 0, 0), (0, 200, 0), (0, 0, 200)]
    panels = [Image.new("RGB", (60, 40), colour) for colour in colours]
    sheet = sheet_of(panels, ["a", "b", "c"], 1, ["title"], THEMES["classic"])
    row = sheet.height - 45
    places = [40 + place * 70 for place in range(3)]
    assert [sheet.getpixel((x, row)) for x in places] == colours
    assert sheet.getpixel((78, row)) == (0, 0, 0)
    assert sheet.getpixel((8, row)) == THEMES["classic"].canvas


def test_a_sheet_is_as_wide_as_its_title():
    sheet = sheet_of(
        [Image.new("RGB", (40, 40))], [""], None, ["a title that needs more room than that"], THEMES["night"]
    )
    assert sheet.width > 300
