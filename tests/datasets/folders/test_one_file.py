"""One file for each image."""

from __future__ import annotations

from pathlib import Path

import pytest

from truebox.datasets.folders.one_file import refuse_second
from truebox.errors import InputError


def test_a_second_file_names_both() -> None:
    seen: dict[str, str] = {}
    refuse_second(seen, "img_1", "gt_img_1.txt", Path("words"))
    with pytest.raises(InputError, match=r'E-434 words: "gt_img_1.txt" and "res_img_1.txt" .*"img_1"'):
        refuse_second(seen, "img_1", "res_img_1.txt", Path("words"))
    assert seen == {"img_1": "gt_img_1.txt"}
