"""Open Images CSV; the sample rows are those of its download page."""

from __future__ import annotations

import gzip

import numpy as np
import pytest
from fixtures_folder import fixture, needs_fixtures
from format_rounds import refused

import truebox as tb
from truebox.datasets.formats.openimages.reader import described
from truebox.records import Ids

HEADER = (
    "ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax,"
    "IsOccluded,IsTruncated,IsGroupOf,IsDepiction,IsInside\n"
)
ROWS = (
    "000026e7ee790996,freeform,/m/07j7r,1,0.071905,0.145346,0.206591,0.391306,0,1,1,0,0\n"
    "000062a39995e348,activemil,/m/015p6,1,0.205719,0.849912,0.154144,1.000000,0,0,0,0,0\n"
)


@pytest.fixture
def table(tmp_path):
    def write(text, name="boxes.csv"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


def test_both_x_stand_before_both_y(table):
    truth = tb.read_truth(table(HEADER + ROWS))
    assert (truth.source.format, truth.units) == ("openimages", "fractions")
    assert truth.boxes[0].tolist() == [0.071905, 0.206591, 0.145346 - 0.071905, 0.391306 - 0.206591]
    assert truth.images.ids.tolist() == ["000026e7ee790996", "000062a39995e348"]
    assert truth.categories.names == ("/m/07j7r", "/m/015p6")


def test_groups_are_crowds_and_flags_are_kept(table):
    truth = tb.read_truth(table(HEADER + ROWS))
    assert truth.crowd.tolist() == [1, 0]
    assert truth.attributes["group_of"].tolist() == [1, 0]
    assert truth.attributes["truncated"].tolist() == [1, 0]


def test_descriptions_name_the_classes(table):
    truth = tb.read_truth(table(HEADER + ROWS), classes=["/m/07j7r,Tree", "/m/015p6,Bird"])
    assert truth.categories.names == ("Tree", "Bird")


@pytest.mark.parametrize(
    "encode",
    [
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.replace("\n", "\n\n").encode(),
        lambda text: text.rstrip("\n").encode(),
        lambda text: text.replace("freeform", '"free, ""form"""').encode(),
        lambda text: gzip.compress(text.encode()),
    ],
)
def test_how_the_text_is_written_changes_nothing(table, encode):
    expected = tb.read_truth(table(HEADER + ROWS)).boxes
    assert tb.read_truth(table(encode(HEADER + ROWS), "b.csv")).boxes.tolist() == expected.tolist()


def test_detections(table):
    found = tb.read_predictions(
        table("ImageID,LabelName,Conf,XMin,XMax,YMin,YMax\n000026e7ee790996,/m/07j7r,0.25,0,0.5,0,1\n")
    )
    assert (found.scores.tolist(), found.boxes.tolist()) == ([0.25], [[0, 0, 0.5, 1]])
    assert (found.units, found.image_by, found.category_by) == ("fractions", "name", "name")


@needs_fixtures
def test_decimal_commas_of_the_voc_fixture_and_the_sizes_of_its_pictures():
    pytest.importorskip("PIL", reason="Pillow reads the sizes of pictures")
    data = "padilla_review/data/database"
    truth = tb.read_truth(
        fixture(f"{data}/gts/openimages_format/all_bounding_boxes.csv"), images=fixture(f"{data}/images")
    )
    coco = tb.read_truth(fixture("padilla_review/normalized/coco_gt.json"))
    assert truth.findings[0].code == "W-420"

    def rows(each):
        names = dict(zip(each.images.ids.tolist(), each.images.file_names, strict=True))
        labels = dict(zip(each.categories.ids.tolist(), each.categories.names, strict=True))
        return sorted(
            (names[image].rpartition(".")[0], labels[label], *box)
            for image, label, box in zip(
                each.image.tolist(), each.category.tolist(), np.round(each.boxes, 3).tolist(), strict=True
            )
        )

    # One truth in nine formats: fractions have ten digits, COCO whole pixels.
    assert rows(truth) == rows(coco)


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("a,x,/m/1,1,0.1,0.2,0.3\n", "E-421"),
        ("a,x,/m/1,1,0.1,0.2,0.3,0,4,0,0,0,0,0\n", "E-421"),
        ("a,x,/m/1,1,0.1,0.2,0.3,abc,0,0,0,0,0\n", "E-422"),
        ("a,x,/m/1,1,0.1,0.2,0.3,1e999,0,0,0,0,0\n", "E-422"),
        ("a,x,/m/1,1,0.1,0.2,0.3,,0,0,0,0,0\n", "E-426"),
        (",x,/m/1,1,0.1,0.2,0.3,0.4,0,0,0,0,0\n", "E-424"),
        ("a,x,/m/1,1,0.3,0.2,0.3,0.4,0,0,0,0,0\n", "E-122"),
        ("a,x,/m/1,1,0.1,0.2,0.3,1e300,0,0,0,0,0\n", "E-121"),
        ('a,x,"/m/1,1,0.1,0.2,0.3,0.4,0,0,0,0,0\n', "E-425"),
        ("a,x,/m/1,1,0.1,0.2,0.3,0.4,0,0,0,0,\xff\n".encode("latin-1"), "E-105"),
    ],
)
def test_malformed_rows_are_refused_with_file_and_line(table, row, code):
    data = row if isinstance(row, bytes) else row.encode()
    assert "boxes.csv line 4" in refused(code, tb.read_truth, table((HEADER + ROWS).encode() + data))


def test_utf_16_is_refused(table):
    refused("E-420", tb.read_truth, table((HEADER + ROWS).encode("utf-16")), format="openimages")


def test_a_missing_column_is_named(table):
    message = refused("E-420", tb.read_truth, table("ImageID,LabelName\n"), format="openimages")
    assert "XMin" in message


def test_lenient_counts_what_it_drops(table):
    bad = "a,x,/m/1,1,0.3,0.2,0.3,0.4,0,0,0,0,0\n"
    truth = tb.read_truth(table(HEADER + ROWS + bad + bad), lenient=True)
    assert len(truth) == 2
    assert [(finding.code, finding.count) for finding in truth.findings] == [("W-150", 2)]


def test_two_ids_of_one_name_become_one_class():
    column = described(Ids.of(["/m/1", "/m/2", "/m/1"]), ['/m/1,"Cat, wild"', "/m/2,Cat, wild"])
    assert (column.values.tolist(), column.names) == ([0, 0, 0], ("Cat, wild",))


def test_names_without_lines_stay():
    column = Ids.of(["cat"])
    assert described(column, None) is column
    assert described(column, ["cat", "dog"]).names == ("cat",)
