"""Why two tools give two numbers, as text."""

from __future__ import annotations

import truebox as tb
from truebox.generation import make_dataset


def test_both_texts_hold_the_same_rows() -> None:
    found = tb.diagnosis.reconcile(*make_dataset(8, 2, 5, 3.0, 1), between=("coco", "voc"))
    for text in (tb.report.to_reconciliation_table(found), tb.report.to_reconciliation_markdown(found)):
        assert "a truth that is taken" in text
        assert "pycocotools 2.0.11" in text
