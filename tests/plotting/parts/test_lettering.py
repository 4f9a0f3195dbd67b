"""Text is shown as it is written."""

from __future__ import annotations

import io
import warnings

import pytest
from matplotlib import font_manager

from truebox.plotting.parts import lettering
from truebox.plotting.parts.axes import as_axes
from truebox.plotting.parts.lettering import cut_apart, letter_ticks, put_text, shown

ATTACKS = [
    "$x^2$",
    "$",
    r"\frac{1}{2}",
    "<img src=x onerror=alert(1)>",
    "a\nb",
    "\x1b[31m",
    "_hidden",
    "%s {0}",
    "🐈",
]


def _rendered(ax):
    drawn = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ax.figure.savefig(drawn, format="png")
    return drawn.getvalue()


@pytest.mark.parametrize("text", ATTACKS)
def test_titles_are_literal(text):
    ax = as_axes(None)
    put_text(ax.title, text)
    assert not ax.title.get_parse_math()
    assert not ax.title.get_usetex()
    assert len(_rendered(ax)) > 1000
    assert "\n" not in ax.title.get_text()


def test_ticks_are_literal_after_drawing_too():
    ax = as_axes(None)
    letter_ticks(ax.yaxis, range(len(ATTACKS)), ATTACKS)
    _rendered(ax)
    labels = ax.get_yticklabels()
    assert [label.get_text() for label in labels] == [shown(text) for text in ATTACKS]
    assert not any(label.get_parse_math() for label in labels)


def test_long_names_are_cut():
    ax = as_axes(None)
    assert put_text(ax.title, "x" * 100, 10).get_text() == "xxxxx…xxxx"
    letter_ticks(ax.xaxis, [0], ["y" * 100])
    assert len(ax.get_xticklabels()[0].get_text()) == lettering.LONGEST


@pytest.mark.parametrize("place", [0, 20, 45, 58])
def test_names_that_differ_anywhere_look_different(place):
    names = ["x" * place + letter + "x" * (59 - place) for letter in "abc"]
    texts = cut_apart([*names, names[0], "short"])
    assert len(set(texts)) == 4
    assert texts[3] == texts[0]
    assert texts[4] == "short"
    assert max(map(len, texts)) <= lettering.LONGEST


def test_runs_of_one_family_are_told_apart():
    runs = ("1", "2", "11", "21")
    names = [f"outputs/detector-with-long-name-run{run}-resnet50-fpn-coco-schedule-3x-lr0.02" for run in runs]
    texts = cut_apart(names)
    assert [text[:20] for text in texts] == [f"outputs/de…run{run}-resnet"[:20] for run in runs]
    assert max(map(len, texts)) <= lettering.LONGEST


def test_names_that_part_in_several_places_show_one_that_tells():
    names = [f"{'x' * 50}-{a}-{'y' * 50}-{b}-{'z' * 50}" for a, b in ("ab", "ac", "dd")]
    assert [text[:20] for text in cut_apart(names)] == [
        "xxxxxxxxxx…" + end for end in ("b-zzzzzzz", "c-zzzzzzz", "d-yyyyyyy")
    ]


@pytest.mark.parametrize("longest", [6, 12, 40])
def test_names_that_no_cut_tells_apart_are_numbered(longest):
    names = [f"{'x' * 50}-{a}-{'y' * 50}-{b}-{'z' * 50}" for a in "abc" for b in "abcd"]
    texts = cut_apart(names, longest)
    assert len(set(texts)) == 12
    assert sum(text.endswith(" (2)") for text in texts) >= 1
    assert max(map(len, texts)) <= max(longest, 6)


def test_a_name_that_looks_like_a_cut_one_is_told_from_it():
    names = ["x" * 50 + "y", "x" * 20 + "…" + "x" * 18 + "y"]
    assert len(set(cut_apart(names))) == 2


@pytest.mark.parametrize("longest", range(4, 30))
def test_no_letter_that_is_spelled_out_is_cut_in_half(monkeypatch, longest):
    monkeypatch.setattr(lettering, "_family", lambda character: None if character == "猫" else "")
    ax = as_axes(None)
    texts = [put_text(ax.title, "猫a\n" * 20, longest).get_text()]
    texts += cut_apart(["b猫\n" * 20 + end + "猫" * 20 for end in "xyz"], longest)
    for text in texts:
        rest = text.replace("\\u732b", "").replace("\\x0a", "")
        assert not set(rest) - set("abxyz… (123)")
        assert "\\" not in rest


def test_what_is_spelled_out_is_short_too(monkeypatch):
    monkeypatch.setattr(lettering, "_family", lambda character: None)
    ax = as_axes(None)
    letter_ticks(ax.xaxis, [0], ["猫" * 30], 24)
    assert ax.get_xticklabels()[0].get_text() == "\\u732b" * 2 + "…" + "\\u732b"


@pytest.fixture
def fonts(monkeypatch):
    """Only the fonts that come with Matplotlib, without that of last resort."""
    own = [font for font in font_manager.fontManager.ttflist if "mpl-data" in font.fname.replace("\\", "/")]
    monkeypatch.setattr(font_manager.fontManager, "ttflist", own)
    family = lettering._family
    family.cache_clear()
    yield own
    family.cache_clear()


@pytest.mark.usefixtures("fonts")
def test_letters_without_a_font_are_spelled_out_and_no_box_is_drawn():
    ax = as_axes(None)
    put_text(ax.title, "猫 and кошка\u200d")
    assert ax.title.get_text() == "\\u732b and кошка\u200d"
    _rendered(ax)


@pytest.mark.usefixtures("fonts")
def test_other_fonts_are_set_for_the_text_alone(monkeypatch):
    monkeypatch.setattr(lettering, "_family", lambda character: "STIXGeneral")
    before = font_manager.FontProperties().get_family()
    ax = as_axes(None)
    put_text(ax.title, "ℵ")
    assert ax.title.get_fontfamily() == [*before, "STIXGeneral"]
    assert font_manager.FontProperties().get_family() == before
    assert ax.xaxis.label.get_fontfamily() == before


@pytest.mark.usefixtures("fonts")
def test_a_letter_that_only_another_font_has_comes_from_it():
    # The letters of STIXGeneral that DejaVu Sans lacks, by their own tables.
    base = font_manager.get_font(font_manager.findfont("DejaVu Sans")).get_charmap()
    other = font_manager.get_font(font_manager.findfont("STIXGeneral")).get_charmap()
    code = min(code for code in set(other) - set(base) if 0x2000 < code < 0xE000)
    assert lettering._family(chr(code)) not in (None, "")
    ax = as_axes(None)
    put_text(ax.title, chr(code))
    assert ax.title.get_text() == chr(code)
    _rendered(ax)
