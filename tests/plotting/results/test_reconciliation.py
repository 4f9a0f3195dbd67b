"""The waterfall: as many bars as rules and two ends, and numbers that add up."""

from __future__ import annotations

import pytest

import truebox as tb
from truebox.generation import make_dataset

pytest.importorskip("matplotlib")


def test_it_has_a_bar_for_each_rule_and_two_ends() -> None:
    found = tb.diagnosis.reconcile(*make_dataset(20, 2, 5, 3.0, 1), between=("coco", "yolov5"))
    ax = tb.plotting.plot_reconciliation(found, metric="AP50")
    assert len(ax.patches) == len(found.steps) + 2
    widths = [bar.get_width() for bar in ax.patches]
    assert widths[0] + sum(widths[1:-1]) == pytest.approx(widths[-1])
    assert found.plot(metric="AP").get_title().startswith("AP from coco to yolov5")


def test_without_steps_it_says_so_and_other_values_are_refused() -> None:
    found = tb.diagnosis.reconcile(*make_dataset(8, 2, 5, 3.0, 1))
    assert [text.get_text() for text in tb.plotting.plot_reconciliation(found).texts] == ["n/a (no steps)"]
    with pytest.raises(ValueError, match="pass what truebox"):
        tb.plotting.plot_reconciliation(3)
    with pytest.raises(ValueError, match="metric is 'APs'"):
        tb.plotting.plot_reconciliation(found, metric="APs")
