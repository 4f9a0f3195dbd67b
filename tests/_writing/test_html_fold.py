"""What folds out in a notebook."""

from __future__ import annotations

import warnings

import truebox as tb
from truebox._writing.html_fold import html_fold


def test_counted_and_escaped():
    assert html_fold("warning", ["a", "<b>"]) == (
        "<details><summary>2 warnings</summary><ul><li>a</li><li>&lt;b&gt;</li></ul></details>"
    )


def test_a_result_holds_its_warnings_below_the_table():
    box = {"boxes": [[0, 0, 50, 50]], "labels": ["<cat>"]}
    empty = {"boxes": [], "labels": [], "scores": []}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tb.errors.TrueboxWarning)
        result = tb.evaluate([box, box], [{**box, "scores": [0.9]}, empty])
    shown = result._repr_html_()
    table, _, fold = shown.partition("</table>")
    assert result.warnings
    assert "<details>" not in table
    assert fold.count("<li>") == len(result.warnings)
    assert "W-301" in fold
    assert "<cat>" not in shown
