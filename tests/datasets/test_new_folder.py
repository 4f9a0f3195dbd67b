"""A folder appears whole or not at all."""

from __future__ import annotations

import pytest

from truebox.datasets.new_folder import new_folder
from truebox.errors import InputError


def test_a_failed_writer_leaves_nothing(tmp_path):
    def fail_halfway():
        with new_folder(tmp_path / "out") as folder:
            (folder / "half.txt").write_text("")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail_halfway()
    assert list(tmp_path.iterdir()) == []


def test_an_empty_folder_is_filled_and_parents_are_made(tmp_path):
    (tmp_path / "out").mkdir()
    for target in (tmp_path / "out", tmp_path / "deep" / "er"):
        with new_folder(target) as folder:
            (folder / "a.txt").write_text("1")
        assert (target / "a.txt").read_text() == "1"


def test_what_is_there_is_never_overwritten(tmp_path):
    (tmp_path / "file").write_text("keep")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a").write_text("keep")
    for name, words in (("file", "a file has this name"), ("full", "this folder holds something")):
        with pytest.raises(InputError, match=rf"E-410 .*{words} already"), new_folder(tmp_path / name):
            pass
    assert (tmp_path / "file").read_text() == "keep"
