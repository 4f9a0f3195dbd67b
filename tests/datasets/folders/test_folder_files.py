"""Files of a folder, in one order everywhere."""

from __future__ import annotations

import pytest

from truebox.datasets.folders.folder_files import files_in, without_suffix
from truebox.errors import InputError


def test_files_are_found_below_and_sorted(tmp_path):
    for name in ("b.json", "a/z.JSON", "a/b/c.json", ".hidden/x.json", "a/.x.json", "a/n.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}")
    assert [name for _, name in files_in(tmp_path, ".json")] == ["b.json", "a/z.JSON", "a/b/c.json"]
    assert files_in(tmp_path / "b.json", ".xml") == [(tmp_path / "b.json", "b.json")]


def test_an_empty_folder_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"E-101 .*no file in this folder ends in \.json"):
        files_in(tmp_path, ".json")


@pytest.mark.parametrize(
    ("name", "stem"), [("a.jpg", "a"), ("x/.jpg", "x/.jpg"), ("a.b/c", "a.b/c"), ("a.b.c", "a.b"), ("a", "a")]
)
def test_the_last_suffix_goes(name, stem):
    assert without_suffix(name) == stem
