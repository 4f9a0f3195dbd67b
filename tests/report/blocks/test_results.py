"""Results of any protocol go through the same tables and the same writers."""

from __future__ import annotations

import csv
import io
import json

import pytest
from made_panoptic import made_class, made_panoptic
from made_results import make_many
from made_tracks import made_tracks

from truebox import report
from truebox.diagnosis import check_gates
from truebox.report.blocks.block import Grid, Notes
from truebox.report.blocks.messages import finding_lines, protocol_line, read_lines
from truebox.report.blocks.result import class_grid
from truebox.report.blocks.results import as_results, result_blocks
from truebox.report.blocks.side_by_side import class_comparison, file_comparison
from truebox.report.writers.html import write_html

RESULT = made_panoptic([made_class(1, "cat\x1b[2J", 0.25), made_class("=x", "=a|b", None)])
FEW = [made_class(1, "cat", 0.25), made_class(2, "sky", 0.75, thing=False), made_class(3, "dog", None)]
MANY = [made_class(number, f"c{number}", number / 100) for number in range(40)]


def test_one_result_is_a_list_of_one():
    assert as_results(RESULT) == as_results([RESULT]) == [RESULT]


def test_one_has_a_table_of_classes_and_several_have_two():
    one, two = (result_blocks([make_many(2)] * count) for count in (1, 2))
    assert [type(block) for block in one] == [Grid, Notes]
    assert [block.header[0] for block in two[:2]] == ["Predictions", "Class"]
    assert result_blocks([make_many(2)], alone=True)[-1].lines[-1] == "Protocol coco, boxes, mode strict."


def test_panoptic_groups_then_classes():
    table = class_grid(made_panoptic(FEW))
    assert table.header == ("Class", "Kind", "Truth", "Segments", "TP", "FP", "FN", "PQ", "SQ", "RQ")
    assert [row[0] for row in table.rows] == ["all", "things", "stuff", "sky", "cat", "dog"]
    assert table.totals == 3
    assert table.rows[0] == ("all", "", "10", "8", "6", "2", "4", "0.500", "0.500", "0.500")
    assert table.rows[3] == ("sky", "stuff", "5", "4", "3", "1", "2", "0.750", "0.750", "0.750")
    assert table.rows[5][-3:] == ("n/a", "n/a", "n/a")


def test_of_many_panoptic_classes_the_best_and_the_weakest():
    table = class_grid(made_panoptic([*MANY, made_class(99, "none", None)]))
    names = [row[0] if row else None for row in table.rows[3:]]
    assert names == [
        *(f"c{39 - place}" for place in range(20)),
        None,
        *(f"c{9 - place}" for place in range(10)),
    ]
    assert table.hidden == 11
    assert len(class_grid(made_panoptic(MANY), all_classes=True).rows) == 43


def test_panoptic_files_side_by_side():
    results = [made_panoptic(FEW), made_panoptic([made_class(1, "cat", 0.5), *FEW[1:]], name="b.json")]
    files = file_comparison(results)
    assert files.header == ("Predictions", "PQ", "SQ", "RQ", "PQth", "SQth", "RQth", "PQst", "SQst", "RQst")
    assert [row[0] for row in files.rows] == ["A found.json", "B b.json"]
    classes = class_comparison(results)
    assert classes.header == ("Class", "PQ A", "PQ B")
    assert classes.rows == (("sky", "0.750", "0.750"), ("cat", "0.250", "0.500"), ("dog", "n/a", "n/a"))
    assert class_comparison([made_panoptic(MANY)]).hidden == 10


def test_panoptic_table():
    lines = report.to_table(RESULT).splitlines()
    assert [cell.strip() for cell in lines[2].split("|")] == [
        *("all", "", "5", "4", "3", "1", "2", "0.250", "0.250", "0.250")
    ]
    assert lines[-1] == "n/a PQst, SQst, RQst: the truth lists no class of stuff"
    assert "\x1b" not in report.to_table(RESULT)
    assert "\x1b[2J" not in report.to_table(RESULT, styled=True, width=90)
    assert "\x1b[1m" in report.to_table(RESULT, styled=True, width=90)


def test_panoptic_markdown_and_latex():
    shown = report.to_markdown([RESULT])
    assert shown.startswith("| Class | Kind |")
    assert "=a\\|b" in shown
    assert shown.endswith("- Protocol panoptic, mode strict.\n")
    assert report.to_latex(RESULT).startswith("% Truebox: protocol panoptic, mode strict\n")


def test_panoptic_csv():
    rows = list(csv.DictReader(io.StringIO(report.to_csv([RESULT]))))
    assert [row["class"] for row in rows] == ["all", "things", "stuff", "cat\\x1b[2J", "'=a|b"]
    assert rows[4]["id"] == "'=x"
    assert (rows[3]["iou_sum"], rows[3]["PQ"], rows[2]["PQ"]) == ("2.5", "0.25", "")
    assert list(rows[0])[3:5] == ["kind", "truths"]
    assert list(rows[0])[-1] == "RQ"


def test_a_protocol_nobody_knows_has_a_table():
    assert report.to_table(made_tracks()) == (
        "Class   | Tracks | Switches |  HOTA |   MOTA | IDF1\n"
        "--------+--------+----------+-------+--------+-----\n"
        "all     |      7 |        3 | 0.500 | -0.250 |  n/a\n"
        "person  |      4 |        2 | 0.750 | -0.250 |  n/a\n"
        "car\\x1b |      3 |        1 | 0.250 | -0.250 |  n/a\n"
        "\n"
        "FP/frame 1.500   of every frame\n"
        "n/a IDF1: no track is longer than one frame\n"
    )


def test_and_stands_side_by_side():
    text = report.to_table([made_tracks(), made_tracks("b.txt", 0.125)])
    assert "A found.txt | 0.500 | -0.250 |  n/a |    1.500" in text
    assert "person  |      4 |  0.750 |  0.875 | +0.125" in text


@pytest.mark.parametrize("several", [False, True])
def test_and_goes_through_every_writer(several):
    results = [made_tracks(), made_tracks("b.txt")] if several else made_tracks()
    texts = {
        "plain": report.to_table(results),
        "styled": report.to_table(results, styled=True),
        "markdown": report.to_markdown(results),
        "latex": report.to_latex(results),
        "html": write_html(result_blocks(as_results(results))),
        "csv": report.to_csv(results),
        "json": report.to_json(results),
        "junit": report.to_junit(check_gates(made_tracks(), ["HOTA=0.4", "MOTA[person]=0.1"])),
    }
    for kind, text in texts.items():
        assert "HOTA" in text, kind
        assert "person" in text, kind
        assert "\x1b[2J" not in text
    rows = list(csv.DictReader(io.StringIO(texts["csv"])))
    assert rows[1]["share"] == "0.125"
    assert (rows[0]["FP/frame"], rows[1]["FP/frame"], rows[0]["protocol"]) == ("1.5", "", "tracks")
    assert json.loads(texts["json"])["results"][0]["metrics"]["MOTA"] == -0.25


def test_and_is_said_beside_its_numbers():
    results = [made_tracks(), made_tracks("b.txt")]
    assert read_lines(results) == [
        "truth          truth.json  COCO JSON     2 sequences · 7 tracks",
        "A predictions  found.txt   COCO results  9 tracks",
        "B predictions  b.txt       COCO results  9 tracks",
    ]
    line = protocol_line(results[:1], threads=1, seconds=0.5)
    assert line == "protocol tracks strict · boxes · frames 1 to 600 · 1 thread · 0.50 s"
    assert finding_lines(results) == ["W-205 12 exact duplicate boxes"]
