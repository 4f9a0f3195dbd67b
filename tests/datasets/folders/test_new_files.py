"""Many small files."""

from __future__ import annotations

import errno
import os

import numpy as np
import pytest

from truebox._native import label_files
from truebox.datasets.folders.new_files import write_new_files

WRITE_FILES = label_files.write_files


def parts_of(*texts):
    """One part of files that have these texts."""
    return b"".join(texts), np.cumsum([0, *map(len, texts)])


@pytest.fixture(params=["at once", "one by one"], autouse=True)
def way(request, monkeypatch):
    if request.param == "one by one":
        monkeypatch.setattr(label_files, "write_files", lambda folder, names, parts: None)
    return request.param


def test_files_and_the_folders_of_their_names(tmp_path):
    files = {"a.txt": b"", "sub/b.txt": b"x\r\ny", "sub/deep/c.txt": b"\xff" * 100_000}
    write_new_files(tmp_path, list(files), parts_of(*files.values()))
    found = {p.relative_to(tmp_path).as_posix(): p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()}
    assert found == files


def test_the_parts_of_a_file_follow_each_other(tmp_path):
    write_new_files(tmp_path, ["a", "b"], parts_of(b"1", b"2"), parts_of(b"", b"3"), parts_of(b"\n", b"\n"))
    assert [(tmp_path / name).read_bytes() for name in ("a", "b")] == [b"1\n", b"23\n"]


def test_no_files_are_no_error(tmp_path):
    write_new_files(tmp_path, [], parts_of())
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no such rights")
def test_others_may_read_them_as_they_may_read_any_new_file(tmp_path):
    write_new_files(tmp_path, ["a.txt"], parts_of(b"1"))
    (tmp_path / "b.txt").write_bytes(b"1")
    assert (tmp_path / "a.txt").stat().st_mode == (tmp_path / "b.txt").stat().st_mode


def test_a_file_that_is_there_stays_as_it_is(tmp_path):
    (tmp_path / "b.txt").write_text("mine")
    with pytest.raises(FileExistsError, match=r"b\.txt"):
        write_new_files(tmp_path, ["a.txt", "b.txt"], parts_of(b"1", b"2"))
    assert (tmp_path / "b.txt").read_text() == "mine"


def test_a_folder_that_is_not_there_is_told(tmp_path):
    with pytest.raises(FileNotFoundError, match="nowhere"):
        write_new_files(tmp_path / "nowhere", ["a.txt"], parts_of(b"1"))


def test_what_is_taken_in_parts_is_written_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(label_files, "write_files", lambda folder, names, parts: None)
    plain = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, content: plain(descriptor, content[:3]))
    write_new_files(tmp_path, ["a.txt"], parts_of(b"0123456789"))
    monkeypatch.undo()
    assert (tmp_path / "a.txt").read_bytes() == b"0123456789"


def test_a_full_disk_is_told_with_the_name(tmp_path, monkeypatch):
    def full(descriptor, content):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(label_files, "write_files", lambda folder, names, parts: None)
    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match=r"No space left on device: .*a\.txt"):
        write_new_files(tmp_path, ["a.txt"], parts_of(b"1"))


@pytest.mark.parametrize(
    "offsets", [np.array([0, 1]), np.array([0, 2, 1]), np.array([0, 1, 3]), np.array([-1, 1, 2])]
)
def test_offsets_that_lead_out_of_a_text_are_refused(offsets, tmp_path):
    with pytest.raises(ValueError, match="offsets"):
        WRITE_FILES(tmp_path, b"a\0b\0", [(b"ab", offsets)])
    assert not list(tmp_path.iterdir())
