"""A failed write leaves no trace and harms no old file; what is no plain file is not replaced."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
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


@pytest.mark.parametrize("nameless", [True, False])
def test_a_writer_that_closes_its_stream_has_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nameless: bool
) -> None:
    """As writers of Parquet and archives do."""
    if not nameless:
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    target = tmp_path / "kept.json"
    target.write_bytes(b"old")
    with whole_file(target) as stream:
        stream.write(b"new")
        stream.close()
        assert target.read_bytes() == b"old"
    assert target.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [target]


def test_a_writer_that_closes_its_stream_and_fails_leaves_nothing(tmp_path: Path) -> None:
    def fail() -> None:
        with whole_file(tmp_path / "a.json") as stream:
            stream.close()
            raise RuntimeError("halfway")

    with pytest.raises(RuntimeError, match="halfway"):
        fail()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="this system does not list open files")
def test_no_file_stays_open(tmp_path: Path) -> None:
    before = len(os.listdir("/proc/self/fd"))
    for error in (RuntimeError("halfway"), None):
        if error is None:
            write(tmp_path / "a.json")
        else:
            with pytest.raises(RuntimeError):
                fail_halfway(tmp_path / "a.json", error)
    assert len(os.listdir("/proc/self/fd")) == before


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


def test_a_dangling_link_is_written_through_and_a_circle_of_links_is_refused(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    try:
        first.symlink_to(second)
    except OSError:
        pytest.skip("this system does not let everybody make links")
    write(first)
    assert (first.is_symlink(), second.is_symlink(), second.read_bytes()) == (True, False, b"new")
    second.unlink()
    second.symlink_to(first)
    with pytest.raises(OSError, match="cannot write: ") as refused:
        write(first)
    assert (refused.value.errno, refused.value.filename) == (errno.ELOOP, str(first))
    assert first.is_symlink()
    assert second.is_symlink()
    assert len(list(tmp_path.iterdir())) == 2


def test_the_name_may_be_bytes(tmp_path: Path) -> None:
    write(os.fsencode(tmp_path / "a.json"))
    assert (tmp_path / "a.json").read_bytes() == b"new"
    with pytest.raises(FileNotFoundError) as refused:
        write(os.fsencode(tmp_path / "no" / "a.json"))
    assert refused.value.filename == str(tmp_path / "no" / "a.json")


@pytest.mark.parametrize("missing", ["nameless files", "the link to them"])
def test_where_the_system_has_no_nameless_files_it_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EOPNOTSUPP, "as some file systems say")

    monkeypatch.setattr(os, "open" if missing == "nameless files" else "link", refuse)
    large = os.urandom(3_000_000)
    write(tmp_path / "a.json", large)
    monkeypatch.undo()
    assert (tmp_path / "a.json").read_bytes() == large
    assert os.listdir(tmp_path) == ["a.json"]
    others = stat.S_IMODE((tmp_path / "a.json").stat().st_mode)
    (tmp_path / "plain").touch()
    assert others == stat.S_IMODE((tmp_path / "plain").stat().st_mode)


KILLED = """
import os, signal, sys
from truebox._writing.whole_file import whole_file
with whole_file(sys.argv[1]) as stream:
    stream.write(b"half of it")
    stream.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="this system has no nameless files")
def test_a_process_that_is_killed_leaves_nothing_behind(tmp_path: Path) -> None:
    try:
        os.close(os.open(tmp_path, os.O_TMPFILE | os.O_RDWR))
    except OSError:
        pytest.skip("this file system has no nameless files")
    target = tmp_path / "kept.json"
    target.write_bytes(b"old")
    done = subprocess.run([sys.executable, "-c", KILLED, str(target)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert target.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["kept.json"]
