"""Where each image's annotation file lies."""

from __future__ import annotations

import pytest

from truebox.datasets.folders.file_per_image import FilePerImage
from truebox.errors import InputError


def test_folders_of_names_are_made(tmp_path):
    path = FilePerImage(tmp_path, ".json").path("val/x.y.jpg", "image 0")
    assert path == tmp_path / "val" / "x.y.json"
    assert path.parent.is_dir()


def test_names_that_share_a_file_are_refused(tmp_path):
    files = FilePerImage(tmp_path, ".json")
    files.path("a.jpg", "image 0")
    with pytest.raises(InputError, match=r'E-448 image 1: images "a.jpg" and "A.png" would share'):
        files.path("A.png", "image 1")


@pytest.mark.parametrize("name", ["../a.jpg", "/etc/a.jpg", "C:\\a.jpg", "\\\\host\\a.jpg", "x/../../a.jpg"])
def test_names_that_lead_out_are_refused(tmp_path, name):
    with pytest.raises(InputError, match="E-174"):
        FilePerImage(tmp_path, ".json").path(name, "image 0")


@pytest.mark.parametrize("name", [".a.jpg", "val/.hidden/a.jpg"])
def test_names_that_readers_pass_over_are_refused(tmp_path, name):
    with pytest.raises(InputError, match=r"E-414 .*begins with a dot"):
        FilePerImage(tmp_path, ".txt").path(name, "truth")
    assert list(tmp_path.iterdir()) == []
