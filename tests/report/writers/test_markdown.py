"""The Markdown table: every name shows as it is, and nothing leaves its cell."""

from __future__ import annotations

import re

from made_comparisons import make_comparison, make_hostile_comparison
from made_results import MadeResult, make_class, make_hostile, make_many, make_undefined

from truebox.report import to_comparison_markdown, to_markdown
from truebox.report.blocks.block import Grid, Heading, Notes, Sentences
from truebox.report.writers.markdown import write_markdown


def table_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("|")]


def test_the_table_to_the_letter() -> None:
    result = MadeResult(per_class=(make_class(1, "cat", 0.25),))
    assert table_lines(to_markdown(result)) == [
        "| Class | Images | Truth | Detections | AP | AP50 | AP75 | AR100 |",
        "| :-- | --: | --: | --: | --: | --: | --: | --: |",
        "| **all** | 100 | 11 | 13 | 0.500 | 0.501 | 0.502 | 0.508 |",
        "| cat | 7 | 11 | 13 | 0.250 | 0.250 | 0.250 | 0.250 |",
    ]


def test_every_row_has_as_many_cells() -> None:
    for result in (make_hostile(), make_many(50), make_undefined()):
        cells = {len(re.findall(r"(?<!\\)\|", line)) for line in table_lines(to_markdown(result))}
        assert cells == {9}


def test_no_markup_survives() -> None:
    text = to_markdown(make_hostile())
    assert "<img" not in text
    assert "\\[/x\\]" in text
    assert "&lt;img src=x onerror=alert\\(1\\)&gt;" in text


def test_protocol_and_mode_are_stated() -> None:
    assert "- Protocol coco, boxes, mode corrected." in to_markdown(MadeResult(mode="corrected"))


def test_two_files_get_two_tables() -> None:
    text = to_markdown([make_many(40), make_many(40)])
    assert text.count(":--") == 2
    assert "… 10 more classes" in text
    assert "class 25" in to_markdown([make_many(40), make_many(40)], all_classes=True)


def test_metrics_classes_sentences_and_setting() -> None:
    text = to_comparison_markdown(make_comparison())
    lines = text.splitlines()
    assert lines[0] == "| Metric | A | B | B - A | interval | p | detectable | verdict |"
    assert "| **AP** | 0.400 | 0.450 | +0.050 | +0.020, +0.080 | < .001 | 0.042 | better |" in lines
    assert "| cat | 10 | 0.400 | 0.410 | +0.010 | -0.020, +0.040 | 1.000 | not significant |" in lines
    assert "- Protocol coco, boxes, mode strict." in lines
    assert "seed 3" in text


def test_no_markup_survives_and_every_row_keeps_its_cells() -> None:
    text = to_comparison_markdown(make_hostile_comparison(), all_classes=True)
    assert "<img" not in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {9}


def test_a_heading_is_the_first_item_of_the_list_beneath_its_grids() -> None:
    grid = Grid(("Class", "AP"), (("cat", "0.500"),), totals=1)
    assert write_markdown([Heading("B|"), grid, Notes(("n",)), Heading("C")]).split("\n\n") == [
        "| Class | AP |\n| :-- | --: |\n| **cat** | 0.500 |",
        "- B\\|\n- n",
        "- C\n",
    ]


def test_sentences_that_follow_each_other_are_one_list() -> None:
    blocks = [Notes(("n",)), Sentences(("a",), ("A x",)), Sentences(("b",))]
    assert write_markdown(blocks) == "- n\n\n- A x\n- a\n- b\n"
