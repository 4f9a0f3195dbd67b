"""The files of a folder."""

from __future__ import annotations

import pytest
from label_samples import folder_of

from truebox.datasets.folders.folder_listing import bare_names, list_files, names_blob
from truebox.errors import InputError


def test_files_are_listed_by_suffix_in_any_case_sorted_without_hidden_ones(tmp_path):
    root = folder_of(tmp_path, {"b.txt": "", "a/c.TXT": "", ".d.txt": "", ".e/f.txt": "", "g.xml": ""})
    assert list_files(root, (".txt",)) == ["a/c.TXT", "b.txt"]


def test_a_folder_that_is_a_link_is_not_entered(tmp_path):
    root = folder_of(tmp_path, {"a/b.txt": ""})
    (root / "a" / "loop").symlink_to(root)
    assert list_files(root, (".txt",)) == ["a/b.txt"]


def test_a_missing_folder_is_refused_by_name(tmp_path):
    with pytest.raises(InputError, match=r"E-101 .*nowhere.*cannot be read"):
        list_files(tmp_path / "nowhere", (".txt",))


def test_names_lose_their_folder_only_where_none_is_lost():
    assert bare_names(["x/a.txt", "y/b.txt"]) == ["a", "b"]
    assert bare_names(["x/a.txt", "y/a.txt"]) == ["x/a", "y/a"]
    assert bare_names(["plain"]) == ["plain"]


def test_names_of_any_bytes_survive():
    assert names_blob([]) == b""
    assert names_blob(["a\udcff.txt"]) == b"a\xff.txt\0"
