"""Folders tell what they are by the names of their files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from truebox.evaluation import followed_protocol

TRUE = [[10, 10, 20, 40], [12, 10, 20, 40], [14, 10, 20, 40], [16, 10, 20, 40]]


def put(file: Path, rows: list[Any], between: str = ",") -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = [row if isinstance(row, str) else between.join(map(str, row)) for row in rows]
    file.write_text("\n".join(lines) + "\n")


def test_other_folders_are_none(tmp_path: Path) -> None:
    put(tmp_path / "S-01/gt/gt.txt", ["1,1,10,10,5,5,1,1,1"])
    assert followed_protocol(tmp_path) is None
    put(tmp_path / "vot/groundtruth.txt", TRUE)
    assert followed_protocol(tmp_path / "vot") is None
