"""ICDAR's words: byte order marks, commas in words, what is not to be read, archives, what is refused."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

import truebox as tb
from truebox.errors import InputError

QUAD = "377,117,463,117,465,130,378,130"
TRUTH = f"\ufeff{QUAD},Genaxis, Theatre\r\n493,115,519,115,519,131,493,131,###\r\n"


def test_the_truth(tmp_path: Path) -> None:
    (tmp_path / "gt_img_1.txt").write_text(TRUTH, encoding="utf-8", newline="")
    (tmp_path / "gt_img_2.txt").write_text("\ufeff", encoding="utf-8")
    truth = tb.read_truth(tmp_path, geometry="rotated")
    assert truth.source.format == "icdar"
    assert truth.images.ids.tolist() == ["img_1", "img_2"]
    assert truth.ignore.tolist() == [0, 1]
    assert truth.boxes[0].tolist() == [377, 117, 88, 13]
    assert truth.attributes["text"].tolist() == ["Genaxis,Theatre", "###"]
    assert truth.segmentations.numbers[:8].tolist() == [377, 117, 463, 117, 465, 130, 378, 130]


def test_the_files_of_2013(tmp_path: Path) -> None:
    (tmp_path / "gt_img_1.txt").write_text('38, 43, 920, 215, "Tiredness"\n')
    (tmp_path / "gt_img_2.txt").write_text('38 43 920 215 "kills"\n')
    truth = tb.read_truth(tmp_path, geometry="rotated")
    assert truth.boxes.tolist() == [[38, 43, 882, 172]] * 2
    assert truth.attributes["text"].tolist() == ["Tiredness", "kills"]


@pytest.mark.parametrize(
    ("line", "score"), [(QUAD, 1), (f"{QUAD},0.25", 0.25), (f"{QUAD},1984", 1), (f"{QUAD},word", 1)]
)
def test_detections(tmp_path: Path, line: str, score: float) -> None:
    (tmp_path / "res_img_1.txt").write_text(f"{line}\n")
    found = tb.read_predictions(tmp_path, geometry="rotated")
    assert found.source.format == "icdar"
    assert found.scores.tolist() == [score]


@pytest.mark.parametrize("more", ["", "a"])  # a word makes the reader of lines look at the file
@pytest.mark.parametrize(
    ("words", "scores"),
    [
        (("98.5", "42"), [98.5, 42]),
        (("0.9", "1.02"), [0.9, 1.02]),
        (("-1.5", "3"), [-1.5, 3]),
        (("1984", "7"), [1, 1]),
    ],
)
def test_confidences_of_any_range(tmp_path: Path, words, scores, more) -> None:
    (tmp_path / "res_img_1.txt").write_text("".join(f"{QUAD},{word}\n" for word in words))
    if more:
        (tmp_path / "res_img_2.txt").write_text(f"{QUAD},{words[0]},{more}\n")
    found = tb.read_predictions(tmp_path, geometry="rotated")
    assert found.scores.tolist() == scores + scores[:1] * bool(more)


def test_archives(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "gt.zip", "w") as archive:
        archive.writestr("gt_img_1.txt", TRUTH)
        archive.writestr("__MACOSX/._gt_img_1.txt", b"\0\5")
    truth = tb.read_truth(tmp_path / "gt.zip", geometry="rotated")
    assert truth.images.ids.tolist() == ["img_1"]
    assert len(truth) == 2
    with zipfile.ZipFile(tmp_path / "none.zip", "w") as archive:
        archive.writestr("a.csv", "1")
    with pytest.raises(InputError, match=r"ends in \.txt"):
        tb.read_truth(tmp_path / "none.zip", format="icdar")


@pytest.mark.parametrize(
    ("line", "code"), [("1,2,3", "E-421"), (QUAD, "E-421"), (QUAD.replace("463", "four") + ",a", "E-421")]
)
def test_refusals(tmp_path: Path, line: str, code: str) -> None:
    (tmp_path / "gt_img_1.txt").write_text(f"{TRUTH}{line}\n", encoding="utf-8")
    if "four" in line:
        code = "E-422"
        line = "377,x"
    with pytest.raises(InputError, match=rf"{code} .*gt_img_1.txt line 3"):
        tb.read_truth(tmp_path, format="icdar")


def test_two_files_of_one_image(tmp_path: Path) -> None:
    (tmp_path / "gt_a.txt").write_text(f"{QUAD},a\n")
    (tmp_path / "a.txt").write_text(f"{QUAD},a\n")
    with pytest.raises(InputError, match="E-434"):
        tb.read_truth(tmp_path, format="icdar")


def test_curves(tmp_path: Path) -> None:
    """Where a line has twelve numbers, all pairs are corners; a number after them is the word."""
    curve = "0,0,10,5,20,0,20,10,10,15,0,10"
    (tmp_path / "gt_img_1.txt").write_text(f"{curve},a, b\n{QUAD},1984\n")
    truth = tb.read_truth(tmp_path, geometry="rotated")
    assert truth.attributes["text"].tolist() == ["a,b", "1984"]
    assert truth.segmentations.part_offsets.tolist() == [0, 12, 20]
    (tmp_path / "found").mkdir()
    (tmp_path / "found" / "res_img_1.txt").write_text(f"{curve},0.5\n{QUAD},0.25\n")
    found = tb.read_predictions(tmp_path / "found", geometry="rotated")
    assert found.scores.tolist() == [0.5, 0.25]
    assert found.boxes[0].tolist() == [0, 0, 20, 15]
