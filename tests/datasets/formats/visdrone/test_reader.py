"""VisDrone's folders of eight columns: regions, flags, the order of rows, sizes of pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

import truebox as tb
from truebox.errors import InputError

TRUTH = "10,20,30,40,1,4,0,1\n1,2,3,4,0,0,0,0,\n5,6,7,8,0,1,1,2\n9,9,9,9,1,11,0,0\n"
FOUND = "10.5,20,30,40,0.25,4,-1,-1\n10,20,30,40,0.75,9,-1,-1\n"
GIF = b"GIF89a" + bytes([64, 1, 240, 0, 0, 0])  # 320 by 240


def test_the_annotations(tmp_path: Path) -> None:
    (tmp_path / "0001.txt").write_text(TRUTH)
    (tmp_path / "0002.txt").write_text("")
    truth = tb.read_truth(tmp_path)
    assert truth.source.format == "visdrone"
    assert truth.images.ids.tolist() == ["0001", "0002"]
    assert truth.boxes.tolist() == [[10, 20, 30, 40], [1, 2, 3, 4], [5, 6, 7, 8], [9, 9, 9, 9]]
    assert truth.category.tolist() == [4, 0, 1, 11]
    assert truth.categories.names[4] == "car"
    assert truth.ignore.tolist() == [0, 1, 1, 0]
    assert truth.attributes["occlusion"].tolist() == [1, 0, 2, 0]


def test_the_detections_in_the_order_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "0001.txt").write_text(FOUND)
    found = tb.read_predictions(tmp_path)
    assert found.source.format == "visdrone"
    assert found.boxes[:, 0].tolist() == [10.5, 10]
    assert found.scores.tolist() == [0.25, 0.75]
    assert found.category.tolist() == ["car", "bus"]


def test_a_split_has_pictures_beside_its_annotations(tmp_path: Path) -> None:
    for name in ("annotations", "images"):
        (tmp_path / name).mkdir()
    (tmp_path / "annotations" / "0001.txt").write_text(TRUTH)
    (tmp_path / "images" / "0001.gif").write_bytes(GIF)
    truth = tb.read_truth(tmp_path)
    assert truth.source.format == "visdrone"
    assert truth.images.sizes.tolist() == [[320, 240]]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1,2,3,4,1,4,0", "E-421 .*0001.txt line 1: the line has 7 columns, need 8"),
        ("1,2,3,4,1,12,0,0", "E-429 .*0001.txt line 1: category 12 has no name: there are 0 to 11"),
        ("1,2,3,4,1,1.5,0,0", "E-422 .*category is .1.5., not a whole number"),
        ("1,2,-3,4,1,1,0,0", "E-122 "),
    ],
)
def test_lines_that_are_none_are_refused(line: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "0001.txt").write_text(line + "\n")
    with pytest.raises(InputError, match=message):
        tb.read_truth(tmp_path, format="visdrone")
    (tmp_path / "0002.txt").write_text(TRUTH)
    assert len(tb.read_truth(tmp_path, format="visdrone", lenient=True)) == 4


def test_an_unknown_category_is_named_and_hides_no_format(tmp_path: Path) -> None:
    for side, text in (("truth", TRUTH), ("found", FOUND)):
        (tmp_path / side).mkdir()
        states = "0,0" if side == "truth" else "-1,-1"
        (tmp_path / side / "0001.txt").write_text(f"{text}9,9,9,9,1,14,{states}\n")
    for read in (lambda: tb.read_truth(tmp_path / "truth"), lambda: tb.read_predictions(tmp_path / "found")):
        with pytest.raises(
            InputError, match=r"E-429 .*0001.txt line \d: category 14 has no name: .* 0 to 11"
        ):
            read()
    names = ["ignored regions", *(f"kind {number}" for number in range(1, 15))]
    assert tb.read_truth(tmp_path / "truth", classes=names).category.tolist()[-1] == 14


def test_classes_begin_with_the_regions(tmp_path: Path) -> None:
    (tmp_path / "0001.txt").write_text(TRUTH)
    with pytest.raises(InputError, match=r"category 0 is .car., and here its boxes are regions"):
        tb.read_truth(tmp_path, format="visdrone", classes=["car", "bus"])


def test_other_tables_of_numbers_are_not_taken_for_it(tmp_path: Path) -> None:
    (tmp_path / "det.txt").write_text("1,-1,10,20,30,40,0.5,-1,-1,-1\n")
    assert tb.read_predictions(tmp_path).source.format == "mot"
