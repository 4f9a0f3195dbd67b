"""Many files for one folder: all or none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from truebox._writing.filled_folder import filled_folder


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_a_new_folder_appears_with_all_its_files(tmp_path: Path) -> None:
    with filled_folder(tmp_path / "deep" / "out") as part:
        (part / "a").write_text("x")
        assert not (tmp_path / "deep" / "out").exists()
    assert names(tmp_path) == ["deep/out/a"]


def test_what_is_there_stays_and_same_names_are_replaced(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    (tmp_path / "a").write_text("old")
    with filled_folder(tmp_path) as part:
        (part / "sub").mkdir()
        (part / "sub" / "b").write_text("b")
        (part / "a").write_text("new")
        assert (tmp_path / "a").read_text() == "old"
    assert names(tmp_path) == ["a", "mine", "sub/b"]
    assert (tmp_path / "a").read_text() == "new"


@pytest.mark.parametrize("there", [True, False])
def test_nothing_comes_of_a_block_that_fails(tmp_path: Path, there: bool) -> None:
    def interrupted() -> None:
        with filled_folder(tmp_path / "out") as part:
            (part / "a").write_text("new")
            raise KeyboardInterrupt

    if there:
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "a").write_text("old")
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert names(tmp_path) == (["out/a"] if there else [])
    assert not there or (tmp_path / "out" / "a").read_text() == "old"


@pytest.mark.parametrize("failing", [1, 2, 3, 4])
def test_moving_that_fails_halfway_is_undone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    """The system refuses the n-th of all renames: the old files stand where they stood."""
    (tmp_path / "a").write_text("old")
    (tmp_path / "c").write_text("old")
    rename, calls = os.replace, []

    def sometimes(source: Path, target: Path) -> None:
        calls.append(source)
        if len(calls) == failing:
            raise OSError(5, "Input/output error")
        rename(source, target)

    def fill() -> None:
        with filled_folder(tmp_path) as part:
            for name in "abc":
                (part / name).write_text("new")

    monkeypatch.setattr(os, "replace", sometimes)
    with pytest.raises(OSError, match="Input/output"):
        fill()
    assert names(tmp_path) == ["a", "c"]
    assert [(tmp_path / name).read_text() for name in "ac"] == ["old", "old"]
