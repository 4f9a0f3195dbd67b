"""Folders of palette pictures: where they are found, and what is none."""

from __future__ import annotations

import numpy as np
import pytest
from palette_worlds import write_palettes

from truebox.datasets.tracking.layout import looks_tracked, track_files
from truebox.datasets.tracking.palette_folders import has_palette, palette_folders

Image = pytest.importorskip("PIL.Image", reason="extra images")
pytestmark = pytest.mark.filterwarnings("ignore:.*mode.*parameter is deprecated:DeprecationWarning")
ONE = np.ones((1, 2, 3), dtype=np.uint8)


@pytest.mark.parametrize("home", ["", "data", "Annotations/480p", "Annotations_unsupervised/480p"])
def test_sequences_are_found(home, tmp_path):
    write_palettes(tmp_path / home, {"bear": ONE, "dog": ONE})
    assert list(palette_folders(tmp_path)) == ["bear", "dog"]
    assert track_files(tmp_path).kind == "palettes"
    assert looks_tracked(tmp_path)


def test_a_sequence_is_found_by_itself(tmp_path):
    write_palettes(tmp_path, {"bear": ONE})
    assert list(palette_folders(tmp_path / "bear")) == ["bear"]


def test_greys_are_read_but_not_recognised(tmp_path):
    (tmp_path / "a").mkdir()
    Image.fromarray(ONE[0]).save(tmp_path / "a" / "00000.png")
    assert list(palette_folders(tmp_path)) == ["a"]
    assert not has_palette(tmp_path / "a")
    assert not looks_tracked(tmp_path)


@pytest.mark.parametrize("name", ["00000.png", "picture.png"])
def test_other_pictures_are_none(name, tmp_path):
    (tmp_path / "a").mkdir()
    if name == "00000.png":
        Image.fromarray(np.zeros((2, 2, 3), dtype=np.uint8)).save(tmp_path / "a" / name)
    else:
        Image.fromarray(ONE[0]).save(tmp_path / "a" / name)
    assert palette_folders(tmp_path) == {}
