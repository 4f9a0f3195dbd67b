"""How values stand in cells."""

from __future__ import annotations

import numpy as np

from truebox.report.blocks.cells import change_text, count_text, metric_text, shown_name


def test_metrics_and_changes():
    assert [metric_text(value) for value in (0.12345, -0.5, None)] == ["0.123", "-0.500", "n/a"]
    assert [change_text(value) for value in (0.12345, -0.5, None)] == ["+0.123", "-0.500", "n/a"]


def test_counts_and_words():
    assert [count_text(value) for value in (1234, np.int64(1234), "", "thing", 0.5)] == [
        "1,234",
        "1,234",
        "",
        "thing",
        "0.500",
    ]


def test_names_are_harmless_and_cut():
    assert shown_name("\x1b[2J") == "\\x1b[2J"
    assert shown_name("abcd" + "x" * 50 + "123", 8) == "abcd…123"
    assert shown_name("abcd" + "x" * 5000 + "123", 8) == "abcd…123"
    assert shown_name("") == "(no name)"
