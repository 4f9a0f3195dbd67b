"""Why two tools give two numbers, as blocks."""

from __future__ import annotations

from dataclasses import replace

import truebox as tb
from truebox.generation import make_dataset
from truebox.report.blocks.block import Grid
from truebox.report.blocks.reconciliation import reconciliation_blocks


def test_the_first_thing_is_the_file_under_every_tool_and_steps_follow_where_there_are_some() -> None:
    pair = make_dataset(8, 2, 5, 3.0, 1)
    plain = reconciliation_blocks(tb.diagnosis.reconcile(*pair))
    assert sum(isinstance(block, Grid) for block in plain) == 1
    both = tb.diagnosis.reconcile(*pair, between=("coco", "yolov5"))
    grids = [block for block in reconciliation_blocks(both) if isinstance(block, Grid)]
    assert len(grids) == 2
    assert [row[0] for row in grids[1].rows] == [step.rule for step in both.steps]


def test_changes_have_a_sign_and_what_is_undefined_has_none() -> None:
    both = tb.diagnosis.reconcile(*make_dataset(8, 2, 5, 3.0, 1), between=("coco", "yolov5"))
    step = replace(both.steps[0], alone={"AP": 0.125, "AP50": None}, cumulative={"AP": -0.0, "AP50": -0.25})
    *_, grid, _ = reconciliation_blocks(replace(both, steps=(step, both.steps[-1])))
    assert grid.rows[0][3:] == ("+0.1250", "n/a", "+0.0000", "-0.2500")
