"""What notebooks show of a diagnosis."""

from __future__ import annotations

import pytest

import truebox as tb
from diagnosed_results import made_result
from truebox import diagnosis
from truebox.diagnosis.html_table import html_table

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

SHOWN = {
    "calibration": diagnosis.calibration,
    "coco_analysis": diagnosis.coco_analysis,
    "compare": lambda result: diagnosis.compare(result, result, replicates=100),
    "confidence_curves": diagnosis.confidence_curves,
    "confusion_matrix": diagnosis.confusion_matrix,
    "errors": diagnosis.errors,
    "intervals": lambda result: diagnosis.intervals(result, replicates=100),
    "label_errors": diagnosis.label_errors,
    "operating_points": diagnosis.operating_points,
    "optimal_lrp": diagnosis.optimal_lrp,
    "slices": diagnosis.slices,
    "ties": diagnosis.ties,
}


def test_texts_are_escaped_and_nothing_is_said():
    shown = html_table(["<b>"], [["<script>"], [None], [0.25], [7]], "a & b")
    assert "<script>" not in shown
    assert "&lt;script&gt;" in shown
    assert "<th>&lt;b&gt;</th>" in shown
    assert "<caption>a &amp; b</caption>" in shown
    assert all(f"<td>{text}</td>" in shown for text in ("n/a", "0.2500", "7"))


def test_every_diagnosis_is_tried_here():
    functions = {name for name in diagnosis.__all__ if name.islower()}
    assert set(SHOWN) >= functions - {"diagnose", "in_words"}


@pytest.mark.parametrize("name", SHOWN)
def test_every_diagnosis_is_a_table_in_a_notebook_and_short_at_a_prompt(name):
    value = SHOWN[name](made_result())
    page = value._repr_html_()
    assert page.startswith("<table>")
    assert page.endswith("</table>")
    assert page.count("<tr>") == page.count("</tr>") >= 2
    # A screen has some 50 lines of 100 letters.
    assert len(repr(value)) < 10_000


def test_names_of_classes_are_escaped():
    box = {"boxes": [[0, 0, 9, 9]], "labels": ["<cat>"]}
    result = tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected")
    for name in ("calibration", "confidence_curves", "operating_points", "optimal_lrp"):
        page = SHOWN[name](result)._repr_html_()
        assert "&lt;cat&gt;" in page
        assert "<cat>" not in page


def test_nothing_found_is_shown_as_such():
    box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    result = tb.evaluate([box], [], mode="corrected")
    assert "<td>cat</td><td>1</td><td>0</td><td>n/a</td>" in diagnosis.confidence_curves(result)._repr_html_()
