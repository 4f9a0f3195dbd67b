"""The words of an event, and panels beside each other."""

from __future__ import annotations

from PIL import Image

from truebox.drawing import THEMES
from truebox.drawing.events.sheet import sheet_of
from truebox.drawing.events.wording import event_words
from truebox.evaluation.tracks.events import KINDS


def test_every_kind_has_words_with_its_tracks():
    for kind in KINDS:
        row = ("S", "person", 4, kind, 70, 21, 12, 1, 0.5)
        words = event_words(row)
        assert words.startswith(f"{kind}: ")
        assert "70" in words or kind == "false track"
        assert "None" not in words
        assert len(event_words(("S", "person", 4, kind, 7000, 2100, 1200, 1000, 0.5))) <= 60 + 12


def test_one_frame_is_one_frame():
    assert (
        event_words(("", "object", 4, "miss", 7, None, None, 1, None))
        == "miss: truth 7 has no track for 1 frame"
    )


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
