"""Lines of text."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from truebox.drawing.lettering import lettering as module
from truebox.drawing.lettering.lettering import Lettering


def _written(line, size=(400, 60)):
    picture = Image.new("RGB", size, (255, 255, 255))
    line.draw(ImageDraw.Draw(picture), 20, 10, (0, 0, 0))
    return np.asarray(picture.convert("L")) < 128


@pytest.mark.parametrize("text", ["cat 0.98", "Ågjpq", "кошка", "a\u0301"])
def test_ink_lies_within_the_line(text):
    line = Lettering(24).line(text)
    ink = _written(line)
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    assert rows[0] >= 10 - 1
    assert rows[-1] <= 10 + line.height
    assert columns[0] >= 20 - 2
    assert columns[-1] <= 20 + line.width + 2


def test_latin_lines_have_one_height():
    heights = {Lettering(14).line(text).height for text in ("aceo", "ABC", "gjpq", "0.98")}
    assert len(heights) == 1


@pytest.mark.parametrize("width", [0, 10, 40, 80])
def test_a_line_is_cut_to_a_width(width):
    line = Lettering(14).line("a very long class name", width)
    assert line.width <= width
    if line.parts:
        assert "…" in line.parts[-1][1]


def test_names_of_one_family_look_different_where_they_are_cut():
    lines = [Lettering(14).line(f"a very long class name 0.{score}", 80) for score in (25, 93)]
    assert [line.parts[-1][1][-2:] for line in lines] == ["25", "93"]
    long = [Lettering(14).line("x" * 200 + letter) for letter in "ab"]
    assert [line.parts[-1][1][-1] for line in long] == ["a", "b"]


def test_very_long_names_are_cut():
    assert len("".join(text for _, text in Lettering(14).line("x" * 10_000).parts)) == module.LONGEST


def test_letters_without_a_font_are_spelled_out(monkeypatch):
    monkeypatch.setattr(module, "font_for", lambda character, own: "" if character.isascii() else None)
    assert "".join(text for _, text in Lettering(14).line("猫 ok\u200d").parts) == "\\u732b ok"


def test_controls_are_spelled_out():
    assert "".join(text for _, text in Lettering(14).line("a\nb\x1b").parts) == "a\\x0ab\\x1b"


def test_letters_of_several_fonts_stand_in_a_row(monkeypatch):
    path = pytest.importorskip("matplotlib.font_manager").findfont("DejaVu Sans")
    monkeypatch.setattr(module, "font_for", lambda character, own: path if character == "я" else "")
    monkeypatch.setattr(module, "has_all", lambda path, text: False)
    line = Lettering(20).line("aяb")
    assert [text for _, text in line.parts] == ["a", "я", "b"]
    assert line.width == pytest.approx(sum(font.getlength(text) for font, text in line.parts), abs=1)


def test_a_font_that_has_all_letters_sets_the_whole_line(monkeypatch):
    path = pytest.importorskip("matplotlib.font_manager").findfont("DejaVu Sans")
    monkeypatch.setattr(module, "font_for", lambda character, own: path if character == "я" else "")
    assert [text for _, text in Lettering(20).line("aяb").parts] == ["aяb"]


def test_nothing_is_a_line_too():
    line = Lettering(14).line("")
    assert (line.width, line.parts) == (0, ())
    assert line.height > 0
