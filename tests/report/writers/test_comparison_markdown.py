"""A comparison as Markdown."""

from __future__ import annotations

import re

from made_comparisons import make_comparison, make_hostile_comparison

from truebox.report import to_comparison_markdown


def test_metrics_classes_sentences_and_setting() -> None:
    text = to_comparison_markdown(make_comparison())
    lines = text.splitlines()
    assert lines[0] == "| Metric | A | B | B - A | interval | p | detectable | verdict |"
    assert "| **AP** | 0.400 | 0.450 | +0.050 | +0.020, +0.080 | < 0.001 | 0.042 | better |" in lines
    assert "| cat | 10 | 0.400 | 0.410 | +0.010 | -0.020, +0.040 | 1.000 | not significant |" in lines
    assert "- Protocol coco, boxes, mode strict." in lines
    assert "seed 3" in text


def test_no_markup_survives_and_every_row_keeps_its_cells() -> None:
    text = to_comparison_markdown(make_hostile_comparison(), all_classes=True)
    assert "<img" not in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {9}
