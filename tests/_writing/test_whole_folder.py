"""A folder that appears whole or not at all."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from truebox._writing.filled_folder import filled_folder
from truebox._writing.whole_folder import clear_left, temporary_folder, whole_folder
from truebox.errors import InputError


def test_it_appears_when_the_block_ends(tmp_path):
    (tmp_path / "out").mkdir()  # an empty folder may be filled
    with whole_folder(tmp_path / "out") as part:
        (part / "a").write_text("x")
        assert list((tmp_path / "out").iterdir()) == []
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["a"]
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_it_vanishes_when_the_block_fails(tmp_path):
    def interrupted() -> None:
        with whole_folder(tmp_path / "out") as part:
            (part / "a").write_text("x")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_stays(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine").write_text("x")
    (tmp_path / "file").write_text("x")
    with (
        pytest.raises(InputError, match=r"E-445 .*a folder that is not empty"),
        whole_folder(tmp_path / "out"),
    ):
        pass
    with pytest.raises(InputError, match=r"E-445 .*a file"), whole_folder(tmp_path / "file"):
        pass
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "out"]


def test_what_may_go_stays_until_the_new_one_is_whole(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out/old").write_text("x")
    with whole_folder(tmp_path / "out", replaces=lambda path: (path / "old").exists()) as part:
        (part / "new").write_text("y")
        assert [path.name for path in (tmp_path / "out").iterdir()] == ["old"]
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["new"]
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_what_may_go_stays_where_the_new_one_fails(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out/old").write_text("x")

    def failed() -> None:
        with whole_folder(tmp_path / "out", replaces=lambda path: True):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        failed()
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["old"]
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_what_may_not_go_is_refused(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out/mine").write_text("x")
    with (
        pytest.raises(InputError, match="E-445"),
        whole_folder(tmp_path / "out", replaces=lambda path: False),
    ):
        pass


def test_a_full_disk_is_told_with_its_place_and_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    made: list[Path] = []

    def fill() -> None:
        with temporary_folder("truebox-parts-") as folder:
            made.append(folder)
            (folder / "a").write_bytes(b"1")
            raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="cannot write: No space left on device") as raised:
        fill()
    assert [Path(raised.value.filename)] == made
    assert list(tmp_path.iterdir()) == []


def test_the_folder_that_was_there_comes_back_where_the_new_one_cannot_take_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "labels"
    target.mkdir()
    (target / "old.txt").write_text("old")
    rename = Path.rename

    def failing(self: Path, to: Path) -> Path:
        if (self / "new.txt").exists():
            raise PermissionError(13, "Permission denied", str(self))
        return rename(self, to)

    monkeypatch.setattr(Path, "rename", failing)
    with (
        pytest.raises(PermissionError, match="cannot write"),
        whole_folder(target, replaces=lambda path: True) as folder,
    ):
        (folder / "new.txt").write_text("new")
    assert [each.name for each in tmp_path.iterdir()] == ["labels"]
    assert (target / "old.txt").read_text() == "old"


@pytest.mark.parametrize("making", [whole_folder, filled_folder])
def test_a_circle_of_links_is_refused_and_a_dangling_one_is_followed(tmp_path, making):
    first, second = tmp_path / "first", tmp_path / "second"
    try:
        first.symlink_to(second)
    except OSError:
        pytest.skip("this system does not let everybody make links")
    with making(first) as folder:
        (folder / "a.txt").write_text("")
    assert first.is_symlink()
    assert os.listdir(second) == ["a.txt"]
    shutil.rmtree(second)
    second.symlink_to(first)
    with pytest.raises(OSError, match="cannot write: "), making(first):
        pass
    assert sorted(os.listdir(tmp_path)) == ["first", "second"]


DIES = """
import os, signal, sys
from truebox._writing.filled_folder import filled_folder
from truebox._writing.whole_folder import whole_folder
with {way}(sys.argv[1]) as part:
    (part / "a").write_text("x")
    {end}
"""


def left_by_a_killed_process(way: str, target: Path, age: float = 60) -> Path:
    script = DIES.format(way=way, end="os.kill(os.getpid(), signal.SIGKILL)")
    done = subprocess.run([sys.executable, "-c", script, str(target)], check=False)
    assert done.returncode == -signal.SIGKILL
    (left,) = [*target.parent.glob(".*"), *target.glob(".*")]
    os.utime(left, (time.time() - age, time.time() - age))
    return left


kills = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs SIGKILL")
WAYS = {"whole_folder": whole_folder, "filled_folder": filled_folder}


@kills
@pytest.mark.parametrize("way", WAYS)
def test_what_a_killed_process_left_is_cleared_by_the_next_of_this_name(tmp_path: Path, way: str) -> None:
    left = left_by_a_killed_process(way, tmp_path / "out")
    assert not (tmp_path / "out").exists()
    with WAYS[way](tmp_path / "other"):  # of another name
        pass
    assert left.exists()
    with WAYS[way](tmp_path / "out"):
        assert not left.exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other", "out"]


@kills
def test_what_was_left_within_a_folder_that_is_there_is_cleared(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    left = left_by_a_killed_process("filled_folder", tmp_path / "out")
    assert left.parent == tmp_path / "out"
    with filled_folder(tmp_path / "out") as part:
        (part / "b").write_text("y")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["b"]


@kills
def test_what_is_young_or_of_another_machine_or_name_stays(tmp_path: Path) -> None:
    young = left_by_a_killed_process("whole_folder", tmp_path / "out", age=1)
    digits = young.name.removeprefix(".out.")
    elsewhere = f"{int(digits[:3], 16) ^ 1:03x}{digits[3:]}"
    names = [f".out.{elsewhere}", f".out.{digits}ab", f".outer.{digits}", ".out.notes", f"out.{digits}"]
    for name in names:
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (0, 0))
    with whole_folder(tmp_path / "out"):
        pass
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*names, "out", young.name])


@kills
def test_what_a_living_process_fills_stays(tmp_path: Path) -> None:
    script = DIES.format(way="whole_folder", end="print('begun', flush=True); sys.stdin.read()")
    command = [sys.executable, "-c", script, str(tmp_path / "out")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as living:
        assert living.stdout is not None
        assert living.stdout.readline() == b"begun\n"
        (part,) = tmp_path.glob(".out.*")
        os.utime(part, (0, 0))
        clear_left(tmp_path, tmp_path / "out")
        assert part.exists()
        living.communicate()
    assert living.returncode == 0
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["a"]


@kills
def test_what_was_to_be_replaced_comes_back(tmp_path: Path) -> None:
    """Killed between the two names: the old folder has its second name, and the new one its hidden name."""
    left = left_by_a_killed_process("whole_folder", tmp_path / "out")
    before = left.with_name(f"{left.name}.before")
    before.mkdir()
    (before / "old").write_text("x")
    clear_left(tmp_path, tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert (tmp_path / "out/old").read_text() == "x"
    # Killed later, while the old one was removed: the new one stands.
    before.mkdir()
    clear_left(tmp_path, tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@kills
def test_a_file_that_was_to_be_replaced_comes_back(tmp_path: Path) -> None:
    """Killed between its two names: the old file waits in the hidden folder, and nothing has its place."""
    (tmp_path / "out" / "deep").mkdir(parents=True)
    for name in ("deep/a", "deep/b"):
        (tmp_path / "out" / name).write_text("old")
    script = """
import os, signal, sys
from truebox._writing.filled_folder import filled_folder
real, done = os.replace, []
def replace(now, then):
    real(now, then)
    done.append(then)
    if len(done) == 3:
        os.kill(os.getpid(), signal.SIGKILL)
with filled_folder(sys.argv[1]) as part:
    (part / "deep").mkdir()
    for name in ("deep/a", "deep/b"):
        (part / name).write_text("new")
    os.replace = replace
"""
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path / "out")], check=False)
    assert done.returncode == -signal.SIGKILL
    (left,) = (tmp_path / "out").glob(".*")
    os.utime(left, (0, 0))
    with filled_folder(tmp_path / "out") as part:
        (part / "c").write_text("new")
    held = {str(file.relative_to(tmp_path / "out")): file.read_text() for file in tmp_path.rglob("?")}
    assert held == {"deep/a": "new", "deep/b": "old", "c": "new"}
