"""Sizes of pictures in a folder."""

from __future__ import annotations

import pytest
from format_rounds import refused

from truebox.datasets.folders.picture_folder import size_of_picture, sizes_in_folder
from truebox.datasets.options import ReadOptions

pictures = pytest.importorskip("PIL.Image", reason="Pillow writes the pictures")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "in").mkdir()
    pictures.new("L", (7, 5)).save(tmp_path / "in" / "a.png")
    pictures.new("L", (3, 2)).save(tmp_path / "outside.png")
    return tmp_path / "in"


def test_pictures_are_found_with_and_without_suffix(folder):
    assert sizes_in_folder(folder, ["a.png", "a"]).tolist() == [[7, 5], [7, 5]]
    assert size_of_picture(ReadOptions(images=folder), "a") == (7, 5)


@pytest.mark.parametrize("name", ["../outside.png", "/etc/passwd", "..\\outside.png", "C:\\x.png"])
def test_names_that_lead_out_are_refused(folder, name):
    refused("E-174", sizes_in_folder, folder, [name])


def test_links_that_lead_out_are_refused(folder):
    (folder / "link.png").symlink_to(folder.parent / "outside.png")
    refused("E-174", sizes_in_folder, folder, ["link"])


def test_what_is_no_picture(folder):
    refused("E-428", sizes_in_folder, folder, ["b"])
    refused("E-428", sizes_in_folder, folder, ["http://example.org/a.png"])
    (folder / "b.png").write_bytes(b"\x89PNG")
    refused("E-412", sizes_in_folder, folder, ["b"])
