"""Folders of label maps, and what is no map."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from truebox.errors import ArgumentError, InputError
from truebox.evaluation.semantic.label_pictures import label_pictures, read_labels

image_library = pytest.importorskip("PIL.Image")


def test_images_are_named_as_their_files(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    image_library.fromarray(np.array([[0, 255]], np.uint8)).save(tmp_path / "below" / "a.png")
    held = label_pictures(tmp_path, "truth")
    assert list(held.files) == ["below/a"]
    assert len(held) == 1
    assert read_labels(held.files["below/a"]).tolist() == [[0, 255]]


def test_what_is_no_folder_or_map_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="truth: expected a folder of PNGs"):
        label_pictures(tmp_path / "none", "truth")
    with pytest.raises(InputError, match="E-101"):
        label_pictures(tmp_path, "truth")
    (tmp_path / "a.png").write_bytes(b"no picture")
    with pytest.raises(InputError, match=r"E-173 .*a.png: the PNG is broken"):
        read_labels(tmp_path / "a.png")
