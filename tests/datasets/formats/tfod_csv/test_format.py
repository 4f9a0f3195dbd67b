"""TFOD CSV in both flavours."""

from __future__ import annotations

import pytest
from format_rounds import check_round, refused

import truebox as tb

HEADER = "filename,width,height,class,xmin,ymin,xmax,ymax\n"


def written(tmp_path, rows, header=HEADER):
    path = tmp_path / "labels.csv"
    path.write_bytes((header + rows).encode())
    return path


def test_pixels(tmp_path):
    truth = tb.read_truth(written(tmp_path, "a.jpg,100,50,cat,10,20,30,45\nb.jpg,64,64,dog,0,0,64,64\n"))
    assert truth.source.format == "tfod-csv"
    assert truth.boxes.tolist() == [[10, 20, 20, 25], [0, 0, 64, 64]]
    assert truth.images.sizes.tolist() == [[100, 50], [64, 64]]
    assert (truth.images.ids.tolist(), truth.categories.names) == (["a", "b"], ("cat", "dog"))


def test_fractions_are_seen_and_said(tmp_path):
    truth = tb.read_truth(written(tmp_path, "a.jpg,100,50,cat,0.25,0.5,0.75,1\n"))
    assert (truth.boxes.tolist(), truth.units) == ([[25, 25, 50, 25]], "pixels")
    assert [finding.code for finding in truth.findings] == ["W-421"]


def test_the_box_format_decides_before_the_numbers(tmp_path):
    path = written(tmp_path, "a.jpg,100,50,cat,0.25,0.5,0.75,1\n")
    assert tb.read_truth(path, box_format="xyxy").boxes.tolist() == [[0.25, 0.5, 0.5, 0.5]]


def test_corners_copied_from_voc(tmp_path):
    path = written(tmp_path, "a.jpg,100,50,cat,1,1,30,45\n")
    assert tb.read_truth(path, pixel_origin=1).boxes.tolist() == [[0, 0, 30, 45]]


@pytest.mark.parametrize(
    ("rows", "code", "line"),
    [
        ("a.jpg,100,50,cat,10,20,30\n", "E-421", 2),
        ("a.jpg,100,50,cat,10,20,30,4x\n", "E-422", 2),
        ('a.jpg,100,50,cat,"10,5",20,30,45\n', "E-422", 2),
        ("a.jpg,100,50,cat,10,20,30,NaN\n", "E-422", 2),
        ("a.jpg,100,50,cat,10,20,30,\n", "E-426", 2),
        (",100,50,cat,10,20,30,45\n", "E-424", 2),
        ("a.jpg,100,50,,10,20,30,45\n", "E-424", 2),
        ("a.jpg,100,50,cat,40,20,30,45\n", "E-122", 2),
        ("a.jpg,100,50,cat,1,2,1e300,45\n", "E-121", 2),
        ("a.jpg,100,50,cat,1,2,3,4\na.jpg,90,50,cat,1,2,3,4\n", "E-427", 2),
        ("a.jpg,100.5,50,cat,1,2,3,4\n", "E-427", 2),
        ('a.jpg,100,50,"cat,1,2,3,4\n', "E-425", 2),
    ],
)
def test_malformed_rows_are_refused_with_file_and_line(tmp_path, rows, code, line):
    assert f"labels.csv line {line}" in refused(
        code, tb.read_truth, written(tmp_path, rows), format="tfod-csv"
    )


def test_lenient_drops_rows_of_every_kind(tmp_path):
    rows = "a.jpg,9,9,cat,1,2,3\na.jpg,9,9,cat,5,2,3,4\na.jpg,9,9,cat,1,2,3,4\n"
    truth = tb.read_truth(written(tmp_path, rows), lenient=True)
    assert truth.boxes.tolist() == [[1, 2, 2, 2]]
    assert [finding.message.split(":")[0] for finding in truth.findings] == [
        "1 row dropped by E-122",
        "1 row dropped by E-421",
    ]


def test_a_missing_column_is_named(tmp_path):
    path = written(tmp_path, "", "filename,width,height,class,xmin,ymin,xmax\n")
    assert "ymax" in refused("E-420", tb.read_truth, path, format="tfod-csv")


def test_written_files_come_back(tmp_path):
    check_round("tfod-csv", tmp_path, "labels.csv")


def test_fractions_that_were_rounded_beyond_the_picture_are_fractions_still(tmp_path):
    truth = tb.read_truth(written(tmp_path, "a.jpg,640,480,cat,-0.0000005,0.25,1.0000005,0.5\n"))
    assert truth.boxes.round(2).tolist() == [[0, 120, 640, 120]]
    assert [finding.code for finding in truth.findings] == ["W-421"]
