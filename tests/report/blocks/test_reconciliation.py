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
    for wide, count in ((True, 2), (False, 4)):
        grids = [block for block in reconciliation_blocks(both, wide=wide) if isinstance(block, Grid)]
        assert len(grids) == count
        for grid in grids[1:]:
            assert [row[0] for row in grid.rows] == [step.rule for step in both.steps]


def test_the_steps_to_every_tool_fit_80_columns() -> None:
    pair = make_dataset(8, 2, 5, 3.0, 1)
    names = [each.name for each in tb.diagnosis.reconcile(*pair).tools]
    for start in ("coco", "mmdet_imagenet"):
        for end in {*names} - {start}:
            both = tb.diagnosis.reconcile(*pair, between=(start, end))
            tables = [line for line in tb.report.to_reconciliation_table(both).splitlines() if " | " in line]
            assert max(map(len, tables)) <= 80, (start, end)


def test_changes_have_a_sign_and_what_is_undefined_has_none() -> None:
    both = tb.diagnosis.reconcile(*make_dataset(8, 2, 5, 3.0, 1), between=("coco", "yolov5"))
    step = replace(both.steps[0], alone={"AP": 0.125, "AP50": None}, cumulative={"AP": -0.0, "AP50": -0.25})
    *_, grid, _ = reconciliation_blocks(replace(both, steps=(step, both.steps[-1])), wide=True)
    assert grid.rows[0][3:] == ("+0.1250", "n/a", "+0.0000", "-0.2500")
