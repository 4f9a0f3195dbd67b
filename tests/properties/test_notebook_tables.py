"""What notebooks show of a diagnosis."""

from __future__ import annotations

import pytest
from diagnosed_results import made_result

import truebox as tb
from truebox import diagnosis

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
    "reconcile": lambda result: diagnosis.reconcile(result.truth, result.predictions),
    "slices": diagnosis.slices,
    "ties": diagnosis.ties,
}


def test_every_diagnosis_is_tried_here():
    functions = {name for name in diagnosis.__all__ if name.islower()}
    assert set(SHOWN) >= functions - {
        "alarm_curves",
        "alarm_names",
        "diagnose",
        "followed_intervals",
        "log_loss",
        "map_intervals",
        "panoptic_intervals",
        "supercategories_of",
        "track_timelines",
        "in_words",
        "check_gates",
        "read_history",
        "slice_keys",
        "track_intervals",
    }


@pytest.mark.parametrize("name", SHOWN)
def test_every_diagnosis_is_a_table_in_a_notebook_and_short_at_a_prompt(name):
    value = SHOWN[name](made_result())
    page = value._repr_html_()
    assert "<table" in page or "<svg" in page
    assert page.count("<tr>") == page.count("</tr>")
    # A screen has some 50 lines of 100 letters.
    assert len(repr(value)) < 10_000


def test_names_of_classes_are_escaped():
    box = {"boxes": [[0, 0, 9, 9]], "labels": ["<cat>"]}
    result = tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected")
    for name in ("confusion_matrix", "operating_points", "optimal_lrp"):
        page = SHOWN[name](result)._repr_html_()
        assert "&lt;cat&gt;" in page
        assert "<cat>" not in page
    assert "<cat>" not in diagnosis.confidence_curves(result).per_class[0]._repr_html_()
