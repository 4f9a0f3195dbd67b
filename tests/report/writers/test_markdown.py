"""The Markdown table: every name shows as it is, and nothing leaves its cell."""

from __future__ import annotations

import re

from made_results import MadeResult, make_class, make_hostile, make_many, make_undefined

from truebox.report import to_markdown


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
