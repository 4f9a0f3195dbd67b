"""Pictures beside label files."""

from __future__ import annotations

import pytest

from truebox.datasets.folders.pictures_beside import pictures_beside


@pytest.mark.parametrize("folder", ["labels", "labels/images", "images", "JPEGImages", "Pictures of May"])
def test_pictures_are_found_in_or_beside_the_folder(tmp_path, folder):
    for name in ("labels", folder):
        (tmp_path / name).mkdir(exist_ok=True)
    (tmp_path / folder / "a.JPG").write_bytes(b"")
    (tmp_path / folder / "more.png").write_bytes(b"")
    assert pictures_beside(tmp_path / "labels", ["a"]).name == folder.rpartition("/")[2]


def test_one_picture_missing_and_folders_of_other_names_are_not_taken(tmp_path):
    for name in ("labels", "images", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.jpg").write_bytes(b"")
    (tmp_path / "other" / "b.jpg").write_bytes(b"")
    assert pictures_beside(tmp_path / "labels", ["a", "b"]) is None
    assert pictures_beside(tmp_path / "labels", []) is None
