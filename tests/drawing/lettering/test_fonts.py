"""A font for every letter, where there is one."""

from __future__ import annotations

import pytest

from truebox.drawing.lettering import fonts
from truebox.drawing.lettering.fonts import BUILT_IN, font_at, font_for, has_all, system_fonts


@pytest.fixture
def only_the_built_in_font(monkeypatch):
    monkeypatch.setattr(fonts, "system_fonts", lambda: ())
    font_for.cache_clear()
    yield
    font_for.cache_clear()


@pytest.mark.parametrize("character", "Ag0_~$")
def test_latin_comes_from_the_built_in_font(character):
    assert font_for(character) == BUILT_IN


@pytest.mark.usefixtures("only_the_built_in_font")
@pytest.mark.parametrize("character", "猫ب\ue000")
def test_without_other_fonts_there_is_none(character):
    assert font_for(character) is None


@pytest.mark.usefixtures("only_the_built_in_font")
def test_a_font_of_the_theme_is_asked():
    # DejaVu Sans comes with Matplotlib and has Hebrew.
    path = pytest.importorskip("matplotlib.font_manager").findfont("DejaVu Sans")
    assert font_for("ש") is None
    assert font_for("ש", (path,)) == path


def test_a_font_for_a_whole_text():
    assert has_all(BUILT_IN, "a traffic light")
    assert not has_all(BUILT_IN, "a 猫")


def test_a_broken_file_is_no_font(tmp_path):
    (tmp_path / "broken.ttf").write_bytes(b"not a font")
    assert font_at(str(tmp_path / "broken.ttf"), 12) is None
    assert font_for("A", (str(tmp_path / "broken.ttf"),)) == BUILT_IN


def test_fonts_of_the_system_are_upright_and_wide_ones_come_first(tmp_path, monkeypatch):
    for name in (
        "Zebra-Regular.ttf",
        "DejaVuSans.ttf",
        "DejaVuSans-Bold.ttf",
        "NotoSans-Regular.ttf",
        "notes.txt",
    ):
        (tmp_path / name).touch()
    monkeypatch.setattr(fonts, "_folders", lambda: [tmp_path])
    system_fonts.cache_clear()
    try:
        names = [path.rpartition("/")[2].rpartition("\\")[2] for path in system_fonts()]
    finally:
        system_fonts.cache_clear()
    assert names == ["NotoSans-Regular.ttf", "DejaVuSans.ttf", "Zebra-Regular.ttf"]


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_every_system_has_folders(monkeypatch, platform):
    monkeypatch.setattr(fonts.sys, "platform", platform)
    assert len(fonts._folders()) >= 2
