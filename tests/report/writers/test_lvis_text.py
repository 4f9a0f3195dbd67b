"""The lines of LVIS; compared with its package in tests/parity/test_lvis.py."""

from __future__ import annotations

import pytest

from truebox.evaluation import evaluate
from truebox.report.writers.lvis_text import to_lvis_text


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_thirteen_lines_and_minus_one_for_undefined() -> None:
    box = {"image_id": 1, "category_id": 1, "bbox": [0.0, 0, 9, 9]}
    truth = {
        "images": [{"id": 1, "neg_category_ids": [], "not_exhaustive_category_ids": []}],
        "annotations": [{**box, "id": 1, "area": 81.0}],
        "categories": [{"id": 1, "name": "cat", "frequency": "c"}],
    }
    lines = to_lvis_text(evaluate(truth, [{**box, "score": 0.5}], protocol="lvis")).splitlines()
    assert len(lines) == 13
    # The form of `print_results` in lvis 0.5.3.
    assert (
        lines[1]
        == " Average Precision  (AP) @[ IoU=0.50      | area=   all | maxDets=300 catIds=all] = 1.000"
    )
    assert (
        lines[6]
        == " Average Precision  (AP) @[ IoU=0.50:0.95 | area=   all | maxDets=300 catIds=  r] = -1.000"
    )
    assert (
        lines[10]
        == " Average Recall     (AR) @[ IoU=0.50:0.95 | area=     s | maxDets=300 catIds=all] = 1.000"
    )
