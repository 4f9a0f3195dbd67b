"""Lines of four numbers, and flags, frame by frame."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from truebox.errors import InputError
from truebox.evaluation.single_objects.box_lines import read_box_lines, read_flags


@pytest.mark.parametrize("text", ["1,2,3,4\n5,6,7,8\n", "1\t2\t3\t4\n5 6 7 8", "1, 2, 3, 4\r\n5;6;7;8\n\n"])
def test_what_stands_between(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.txt").write_text(text, newline="")
    assert read_box_lines(tmp_path / "a.txt").tolist() == [[1, 2, 3, 4], [5, 6, 7, 8]]


def test_one_frame_and_nan(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("nan,NaN,nan,nan")
    assert np.isnan(read_box_lines(tmp_path / "a.txt")).tolist() == [[True] * 4]


def test_flags(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("0,1,\n0")
    assert read_flags(tmp_path / "a.txt", 3).tolist() == [0, 1, 0]
    with pytest.raises(InputError, match="E-597"):
        read_flags(tmp_path / "a.txt", 4)
    (tmp_path / "a.txt").write_text("0,x")
    with pytest.raises(InputError, match="'x' is no number"):
        read_flags(tmp_path / "a.txt", 2)
