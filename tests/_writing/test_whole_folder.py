"""A folder that appears whole or not at all."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest

from truebox._writing.filled_folder import filled_folder
from truebox._writing.whole_folder import temporary_folder, whole_folder
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
