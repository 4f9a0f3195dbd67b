"""The pictures of the page about tracks are drawn by the command that the page names."""

from __future__ import annotations

import importlib.util

import pytest
from project_tree import ROOT

Image = pytest.importorskip("PIL.Image")


def test_every_picture_of_the_page_is_drawn(tmp_path):
    specification = importlib.util.spec_from_file_location(
        "track_pictures", ROOT / "docs" / "track_pictures.py"
    )
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    module.draw(tmp_path)
    page = (ROOT / "docs" / "tutorials" / "tracks.md").read_text(encoding="utf-8")
    drawn = {path.name for path in tmp_path.iterdir()}
    assert drawn == {"events-exchange.png", "events-exchange.gif"}
    for name in drawn:
        assert f"pictures/{name})" in page
        with Image.open(tmp_path / name) as made, Image.open(module.FOLDER / name) as committed:
            assert made.size == committed.size
