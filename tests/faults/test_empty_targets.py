"""An output without a name, as of a shell's variable that is not set, is not the folder one stands in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from truebox.cli import main

TRUTH = {
    "images": [{"id": 1, "file_name": "1.png", "width": 9, "height": 9}],
    "categories": [{"id": 1, "name": "cat"}],
    "annotations": [],
}


@pytest.mark.parametrize(
    "words",
    [
        ["convert", "../truth.json", "", "--to", "yolo"],
        ["track", "../det", "--out", ""],
        ["draw", "..", "--truth", "../truth.json", "--out", "", "--canvas"],
        ["draw", "../gt", "../tracker", "--events", "--out", ""],
        ["demo", ""],
        ["part", "../truth.json", "../found.json", "-o", ""],
        ["eval", "../truth.json", "../found.json", "--json", ""],
    ],
    ids=lambda words: words[0],
)
def test_nothing_is_written_to_nowhere(tmp_path: Path, monkeypatch, capsys, words: list[str]) -> None:
    (tmp_path / "truth.json").write_text(json.dumps(TRUTH))
    (tmp_path / "found.json").write_text("[]")
    (tmp_path / "det").mkdir()
    (tmp_path / "det" / "a.txt").write_text("1,-1,1,1,9,9,0.9\n")
    inside = tmp_path / "inside"
    inside.mkdir()
    monkeypatch.chdir(inside)
    assert main(words) == 2
    assert "Error: " in capsys.readouterr().err
    assert list(inside.iterdir()) == []
