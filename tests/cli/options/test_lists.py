"""Option values that are lists."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import numpy as np
import pytest

from truebox.cli.options.geometry import GEOMETRIES
from truebox.cli.options.geometry_type import Geometries
from truebox.cli.options.lists import AreaRange, Counts, Names, NamesFile, Pairs, Thresholds


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The reference's defaults, `Params.setDetParams` of pycocotools 2.0.11.
        ("0.5:0.95:0.05", np.linspace(0.5, 0.95, int(np.round((0.95 - 0.5) / 0.05)) + 1)),
        ("0:1:0.01", np.linspace(0.0, 1.0, int(np.round((1.0 - 0.0) / 0.01)) + 1)),
        ("0.1:0.9:0.1", np.linspace(0.1, 0.9, 9)),
        ("0.5", [0.5]),
        ("0.75, 0.5", [0.75, 0.5]),
    ],
)
def test_thresholds_equal_numpy_to_the_last_bit(text: str, expected: Any) -> None:
    assert np.array_equal(Thresholds().convert(text, None, None), expected)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "0.5,,0.7",
        "0.9:0.5:0.1",
        "0:1:0",
        "0:1",
        "nan",
        "0:inf:1",
        "0:1:1e-9",
        "0.5:0.95:0.04",
        "0:1:0.3",
    ],
)
def test_bad_thresholds_are_refused(text: str) -> None:
    with pytest.raises(click.BadParameter, match=r"like 0\.5,0\.75"):
        Thresholds().convert(text, None, None)


def test_counts() -> None:
    assert Counts().convert("1,10, 100", None, None) == (1, 10, 100)


@pytest.mark.parametrize("text", ["", "0", "-1", "1.5", "a", "1,,2", "9999999999", "²"])
def test_bad_counts_are_refused(text: str) -> None:
    with pytest.raises(click.BadParameter, match="whole numbers of at least 1"):
        Counts().convert(text, None, None)


def test_area_ranges() -> None:
    assert AreaRange().convert("tiny=0:256", None, None) == ("tiny", (0.0, 256.0))
    assert AreaRange().convert("all=0:inf", None, None) == ("all", (0.0, float("inf")))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "tiny",
        "=0:1",
        "tiny=1",
        "tiny=5:1",
        "tiny=a:b",
        "tiny=0:nan",
        "t=0:1:2",
        " =0:1",
        "t=-5:1",
        "t=inf:inf",
    ],
)
def test_bad_area_ranges_are_refused(text: str) -> None:
    with pytest.raises(click.BadParameter, match="LABEL=LOW:HIGH"):
        AreaRange().convert(text, None, None)


def test_names_from_the_argument_or_a_file(tmp_path: Path) -> None:
    assert Names().convert("cat, dog,", None, None) == ("cat", "dog")
    path = tmp_path / "names.txt"
    path.write_text("traffic light\nsalt, pepper\n\n", encoding="utf-8-sig")
    assert Names().convert(f"@{path}", None, None) == ("traffic light", "salt, pepper")


@pytest.mark.parametrize("text", ["", ",", "@/nowhere/at/all"])
def test_bad_names_are_refused(text: str) -> None:
    with pytest.raises(click.BadParameter, match=r"names nothing|cannot read"):
        Names().convert(text, None, None)


def test_pairs() -> None:
    assert Pairs().convert("image=file, label = kind", None, None) == {"image": "file", "label": "kind"}


@pytest.mark.parametrize("text", ["image", "image=", "=file", "image=a,image=b", ""])
def test_pairs_that_are_none(text: str) -> None:
    with pytest.raises(click.BadParameter):
        Pairs().convert(text, None, None)


KIND = Geometries(list(GEOMETRIES))


def test_geometries_are_taken_once_and_in_order():
    assert KIND.convert("masks, boxes,masks", None, None) == "masks,boxes"
    assert KIND.convert("keypoints", None, None) == "keypoints"


def test_an_unknown_one_is_refused_by_name():
    with pytest.raises(click.BadParameter, match="'circles' is not one of"):
        KIND.convert("boxes,circles", None, None)


def test_a_list_that_cannot_be_read_is_named_as_the_file_it_is(tmp_path: Path) -> None:
    (tmp_path / "broken.txt").write_bytes(b"\xff\xfe\xff")
    for name in ("none.txt", "broken.txt"):
        with pytest.raises(click.BadParameter, match=f"cannot read '{tmp_path / name}': "):
            Names().convert(f"@{tmp_path / name}", None, None)
    (tmp_path / "good.txt").write_text("a\n\n b \n", encoding="utf-8")
    assert Names().convert(f"@{tmp_path / 'good.txt'}", None, None) == ("a", "b")


def test_a_file_of_names_alone(tmp_path: Path) -> None:
    path = tmp_path / "images.txt"
    path.write_bytes(b"\xef\xbb\xbf1\r\n\r\n salt, pepper \r\n")
    assert NamesFile().convert(str(path), None, None) == ("1", "salt, pepper")
    path.write_bytes(b"\n \n")
    with pytest.raises(click.BadParameter, match="names nothing"):
        NamesFile().convert(str(path), None, None)
    path.write_bytes("Straße".encode("latin-1"))
    with pytest.raises(click.BadParameter, match="it is not UTF-8 text"):
        NamesFile().convert(str(path), None, None)
    with pytest.raises(click.BadParameter, match=r"cannot read .*: (Is a directory|Permission denied)"):
        NamesFile().convert(str(tmp_path), None, None)
