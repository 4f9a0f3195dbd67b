"""Many small files."""

from __future__ import annotations

import errno
import os

import pytest

from truebox.datasets.folders.new_files import write_new_files


def test_files_and_the_folders_of_their_names(tmp_path):
    files = {"a.txt": b"", "sub/b.txt": b"x\r\ny", "sub/deep/c.txt": b"\xff" * 100_000}
    write_new_files(tmp_path, files.items())
    found = {p.relative_to(tmp_path).as_posix(): p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()}
    assert found == files


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no such rights")
def test_others_may_read_them_as_they_may_read_any_new_file(tmp_path):
    write_new_files(tmp_path, [("a.txt", b"1")])
    (tmp_path / "b.txt").write_bytes(b"1")
    assert (tmp_path / "a.txt").stat().st_mode == (tmp_path / "b.txt").stat().st_mode


def test_a_file_that_is_there_stays_as_it_is(tmp_path):
    (tmp_path / "a.txt").write_text("mine")
    with pytest.raises(FileExistsError, match=r"a\.txt"):
        write_new_files(tmp_path, [("a.txt", b"1")])
    assert (tmp_path / "a.txt").read_text() == "mine"


def test_what_is_taken_in_parts_is_written_whole(tmp_path, monkeypatch):
    plain = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, content: plain(descriptor, content[:3]))
    write_new_files(tmp_path, [("a.txt", b"0123456789")])
    monkeypatch.undo()
    assert (tmp_path / "a.txt").read_bytes() == b"0123456789"


def test_a_full_disk_is_told_with_the_name(tmp_path, monkeypatch):
    def full(descriptor, content):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match=r"No space left on device: .*a\.txt"):
        write_new_files(tmp_path, [("a.txt", b"1")])
