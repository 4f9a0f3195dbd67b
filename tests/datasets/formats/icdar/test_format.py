"""What is taken for ICDAR's words, and what is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from truebox.datasets.formats.icdar.format import FORMAT
from truebox.datasets.place import Place


@pytest.mark.parametrize(
    ("name", "text", "role", "taken"),
    [
        ("gt_img_1.txt", "1,2,3,4,5,6,7,8,a\n", "truth", True),
        ("img_1.txt", "1,2,3,4,5,6,7,8,a\n", "truth", True),
        ("img_1.txt", "1,2,3,4,5,6,7,8,9\n", "truth", False),
        ("res_img_1.txt", "1,2,3,4,5,6,7,8\n", "predictions", True),
        ("res_img_1.txt", "cat,2,3,4\n", "predictions", False),
        ("img_1.txt", "1,2,3,4\n", "predictions", False),
    ],
)
def test_recognised(tmp_path: Path, name: str, text: str, role: str, taken: bool) -> None:
    (tmp_path / name).write_text(text)
    assert (FORMAT.recognise(Place(tmp_path), role) is not None) == taken
