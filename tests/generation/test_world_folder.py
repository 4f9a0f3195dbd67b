"""`world_folder`: filled as a whole, and only where a world of the same kind was."""

from __future__ import annotations

from pathlib import Path

import pytest

from truebox.errors import ArgumentError
from truebox.generation.world_folder import MARK, world_folder


def fill(folder: Path, made_by: str) -> None:
    with world_folder(folder, made_by) as part:
        (part / MARK).write_text(f'{{"made_by": "{made_by}"}}')


def test_a_world_of_the_same_kind_is_replaced(tmp_path: Path) -> None:
    fill(tmp_path / "world", "me")
    fill(tmp_path / "world", "me")
    with pytest.raises(ArgumentError, match=r"holds files that no other wrote, and is left alone"):
        fill(tmp_path / "world", "other")


def test_what_follows_is_called_when_the_files_are_there(tmp_path: Path) -> None:
    seen: list[bool] = []
    file = tmp_path / "world" / "a"
    with world_folder(tmp_path / "world", "me", then=lambda: seen.append(file.exists())) as part:
        (part / "a").write_text("")
    assert seen == [True]
