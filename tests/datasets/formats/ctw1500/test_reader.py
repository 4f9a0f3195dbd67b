"""CTW1500's files: numbers with zeros before them, any number of corners, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import truebox as tb
from truebox.errors import InputError


def test_detections(tmp_path: Path) -> None:
    (tmp_path / "0001001.txt").write_text("0,0,10,0,20,0,20,5,10,5,0,5\n1,1,9,1,9,9\n")
    found = tb.read_predictions(tmp_path, geometry="rotated")
    assert found.source.format == "ctw1500"
    assert found.boxes.tolist() == [[0, 0, 20, 5], [1, 1, 8, 8]]


def test_what_is_refused(tmp_path: Path) -> None:
    (tmp_path / "1001.txt").write_text("1,2,3,4,5\n")
    for read, said in ((tb.read_truth, "need 32 numbers"), (tb.read_predictions, "need x1,y1")):
        with pytest.raises(InputError, match=said) as refused:
            read(tmp_path, format="ctw1500", geometry="rotated")
        assert refused.value.code == "E-421"


def test_two_files_of_one_image(tmp_path: Path) -> None:
    for name in ("1001.txt", "0001001.txt"):
        (tmp_path / name).write_text("1,1,9,1,9,9\n")
    with pytest.raises(InputError) as refused:
        tb.read_predictions(tmp_path, format="ctw1500", geometry="rotated")
    assert refused.value.code == "E-434"
