"""What stands at a path."""

from __future__ import annotations

import gzip
import os

import pytest

from truebox.datasets.place import Place, folder_entries, is_folder, listed_once
from truebox.errors import InputError
from truebox.evaluation import followed_protocol


def test_a_file_shows_its_first_bytes(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"x" * 100_000)
    place = Place(path)
    assert not place.is_folder
    assert place.head == b"x" * 65_536
    assert place.names == ()


def test_of_gzip_the_text_is_shown(tmp_path):
    path = tmp_path / "a.json.gz"
    path.write_bytes(gzip.compress(b"[1, 2]"))
    assert Place(path).head == b"[1, 2]"


def test_broken_gzip_shows_nothing(tmp_path):
    path = tmp_path / "a.json.gz"
    path.write_bytes(b"\x1f\x8bno gzip")
    assert Place(path).head == b""


def test_a_folder_lists_its_files_sorted_and_not_too_deep(tmp_path):
    for name in ("b.txt", "a.txt", "in/c.XML", "1/2/3/deep.txt", "1/2/3/4/deeper.txt", ".hidden", ".git/x"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    place = Place(tmp_path)
    assert place.names == ("a.txt", "b.txt", "1/2/3/deep.txt", "in/c.XML")
    assert place.count(".xml") == 1
    assert place.first(".xml") == b"in/c.XML"
    assert place.first(".csv") == b""
    assert place.head == b""


def test_the_first_file_that_holds_something_is_shown(tmp_path):
    (tmp_path / "a.txt").write_text("\n")
    (tmp_path / "b.txt").write_text("0 1")
    assert Place(tmp_path).first(".txt") == b"0 1"


def test_links_are_followed_to_folders_elsewhere_alone(tmp_path):
    root, elsewhere = tmp_path / "root", tmp_path / "elsewhere"
    for folder in (root, elsewhere):
        folder.mkdir()
        (folder / "a.txt").write_text("x")
    (root / "loop").symlink_to(root, target_is_directory=True)
    (root / "labels").symlink_to(elsewhere, target_is_directory=True)
    assert Place(root).names == ("a.txt", "labels/a.txt")


def test_no_more_names_than_needed(tmp_path):
    for folder in range(6):
        (tmp_path / f"{folder}").mkdir()
        for number in range(410):
            (tmp_path / f"{folder}" / f"{number:05}.txt").touch()
    assert len(Place(tmp_path).names) == 2_000


def test_many_pictures_leave_room_for_the_labels_beside_them(tmp_path):
    for folder, suffix in (("images", "jpg"), ("labels", "txt")):
        (tmp_path / folder).mkdir()
        for number in range(410):
            (tmp_path / folder / f"{number:05}.{suffix}").touch()
    assert (Place(tmp_path).count(".jpg"), Place(tmp_path).count(".txt")) == (400, 400)


def test_what_is_not_there_is_refused(tmp_path):
    with pytest.raises(InputError, match="E-101"):
        _ = Place(tmp_path / "gone").head


def test_within_a_reading_a_folder_is_listed_once_and_anew_in_the_next(tmp_path):
    (tmp_path / "a.txt").write_text("")
    with listed_once():
        with listed_once():  # a reading inside a reading
            first = folder_entries(tmp_path)
        assert folder_entries(f"{tmp_path}/") is first
        (tmp_path / "b.txt").write_text("")
        assert Place(tmp_path).names == ("a.txt",)
    assert Place(tmp_path).names == ("a.txt", "b.txt")


def test_a_link_that_leads_round_in_a_circle_is_no_folder(tmp_path):
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    (tmp_path / "labels").mkdir()
    with os.scandir(tmp_path) as entries:
        assert sorted(entry.name for entry in entries if is_folder(entry)) == ["labels"]
    assert followed_protocol(tmp_path) is None
