"""A failed write leaves no trace and harms no old file; what is no plain file is not replaced."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from truebox._writing.whole_file import whole_file


def write(target: Path | str, text: bytes = b"new") -> None:
    with whole_file(target) as stream:
        stream.write(text)


def fail_halfway(target: Path, error: BaseException) -> None:
    with whole_file(target) as stream:
        stream.write(b"new")
        raise error


@pytest.mark.parametrize("error", [RuntimeError("halfway"), KeyboardInterrupt()])
def test_failure_keeps_the_old_file_and_leaves_nothing(tmp_path: Path, error: BaseException) -> None:
    target = tmp_path / "kept.json"
    target.write_bytes(b"old")
    with pytest.raises(type(error)):
        fail_halfway(target, error)
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_success_replaces_and_the_old_file_is_there_until_then(tmp_path: Path) -> None:
    target = tmp_path / "kept.json"
    target.write_bytes(b"old")
    with whole_file(target) as stream:
        stream.write(b"new")
        stream.flush()
        assert target.read_bytes() == b"old"
    assert target.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [target]


def test_a_name_without_a_folder_is_in_the_current_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write("a.json")
    assert os.listdir(tmp_path) == ["a.json"]


def test_others_may_read_it_as_any_new_file(tmp_path: Path) -> None:
    write(tmp_path / "ours")
    (tmp_path / "plain").write_bytes(b"")
    modes = {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert len(modes) == 1


def test_a_missing_folder_is_an_error_and_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write(tmp_path / "no" / "a.json")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        write(tmp_path / "folder")
    assert (tmp_path / "folder").is_dir()


@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays_a_link(tmp_path: Path, there: bool) -> None:
    link, real = tmp_path / "link", tmp_path / "real"
    if there:
        real.write_bytes(b"old")
    try:
        link.symlink_to(real)
    except OSError:
        pytest.skip("this system does not let everybody make links")
    write(link)
    assert link.is_symlink()
    assert real.read_bytes() == b"new"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_named_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    seen: list[bytes] = []
    reader = threading.Thread(target=lambda: seen.append(pipe.read_bytes()))
    reader.start()
    write(pipe)
    reader.join(10)
    assert seen == [b"new"]
    assert pipe.is_fifo()
