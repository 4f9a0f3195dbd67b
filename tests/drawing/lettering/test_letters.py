"""Lines put together from letters are those that Pillow sets at once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFont

from truebox.drawing.lettering.fonts import BUILT_IN, font_at
from truebox.drawing.lettering.lettering import Lettering
from truebox.drawing.lettering.letters import is_set_by_letters, letter_of

_LATIN = st.text(
    st.sampled_from([chr(code) for code in range(32, 0x180) if not 127 <= code < 160]), max_size=20
)


@settings(max_examples=80, deadline=None)
@given(_LATIN, st.integers(4, 40))
def test_letters_beside_each_other_are_pillows_line(text, size):
    line = Lettering(size).line(text)
    covers = np.zeros((80, 1000), np.uint8)
    line.lay(covers, 20, 10)
    expected = Image.new("L", (1000, 80))
    line.draw(ImageDraw.Draw(expected), 20, 10, 255)
    assert np.array_equal(covers, np.asarray(expected))


@settings(max_examples=80, deadline=None)
@given(_LATIN, st.integers(4, 40))
def test_the_line_is_as_wide_and_high_as_pillow_says(text, size):
    line = Lettering(size).line(text)
    assert line.width == round(sum(font.getlength(part) for font, part in line.parts))
    boxes = [font.getbbox(part, anchor="ls") for font, part in line.parts]
    assert line.ascent >= max((-box[1] for box in boxes), default=0)
    assert line.descent >= max((box[3] for box in boxes), default=0)


def test_a_font_whose_letters_move_each_other_is_set_as_a_whole(monkeypatch):
    font = ImageFont.load_default(14)
    plain = font.getlength
    monkeypatch.setattr(font, "getlength", lambda text: plain(text) - (len(text) > 1))
    assert not is_set_by_letters(font)


def test_a_shaped_font_is_set_as_a_whole(monkeypatch):
    font = ImageFont.load_default(15)
    monkeypatch.setattr(font, "layout_engine", ImageFont.Layout.RAQM)
    assert not is_set_by_letters(font)


def test_a_line_that_is_set_as_a_whole_covers_the_same(monkeypatch):
    covers = [np.zeros((40, 200), np.uint8) for _ in range(2)]
    line = Lettering(16).line("cat 0.98")
    line.lay(covers[0], 5, 5)
    monkeypatch.setattr("truebox.drawing.lettering.lettering.is_set_by_letters", lambda font: False)
    line.lay(covers[1], 5, 5)
    assert np.array_equal(*covers)
    assert covers[0].any()


@pytest.mark.parametrize("letter", [" ", "g", "Å"])
def test_one_letter(letter):
    font = font_at(BUILT_IN, 14)
    found = letter_of(font, letter)
    assert found.advance == font.getlength(letter)
    assert found.cover.any() == (letter != " ")
    assert found.descent >= 0
