"""Names that lead out of their folder are refused by the rules of every system."""

from __future__ import annotations

from pathlib import Path

import pytest

from truebox._writing.inside_folder import inside_folder
from truebox.errors import InputError


@pytest.mark.parametrize(
    "name", ["7.png", "val/7.png", "a b.png", "..7.png", "frankfurt:1.png", "x..png", "ä/猫.png"]
)
def test_names_inside(name):
    assert inside_folder(Path("maps"), name, "here") == Path("maps") / name


@pytest.mark.parametrize(
    "name",
    [
        "../7.png",
        "/etc/passwd",
        "a/../../7.png",
        "a/../7.png",
        "..",
        "..\\7.png",
        "a\\..\\..\\7.png",
        "C:\\7.png",
        "c:7.png",
        "\\\\host\\share\\7.png",
        "\\7.png",
        "7.png\0.txt",
    ],
)
def test_names_that_lead_out(name):
    with pytest.raises(InputError, match=r"^E-174 truth.json annotations\[0\]: ") as caught:
        inside_folder(Path("maps"), name, "truth.json annotations[0]")
    assert caught.value.code == "E-174"
