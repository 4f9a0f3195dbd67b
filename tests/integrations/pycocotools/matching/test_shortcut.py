from __future__ import annotations

import contextlib
import io

import numpy as np
import pytest
from coco_worlds import world
from drop_in_pair import assert_equal, evaluation_of, own_tools


def _evaluated(**params):
    truth, results = world(np.random.default_rng(1), irregular=False)
    evaluation = evaluation_of(own_tools(), truth, results, **params)
    with contextlib.redirect_stdout(io.StringIO()):
        evaluation.evaluate()
    return evaluation


@pytest.mark.parametrize("params", [{}, {"useCats": 0}], ids=["classes", "no-classes"])
def test_what_is_looked_at_is_what_every_cell_says(params):
    quick, slow = _evaluated(**params), _evaluated(**params)
    with contextlib.redirect_stdout(io.StringIO()):
        slow._evaluate_cells()
    assert quick._shortcut is not None
    assert_equal(quick.evalImgs, slow.evalImgs)
    assert_equal(quick.ious, slow.ious)
    assert_equal(dict(quick._gts), {key: rows for key, rows in slow._gts.items() if rows})


def test_entries_that_were_looked_at_are_the_ones_that_count():
    evaluation = _evaluated()
    with contextlib.redirect_stdout(io.StringIO()):
        evaluation.accumulate()
        before = evaluation.eval["recall"].copy()
        for entry in evaluation.evalImgs:
            if entry is not None:
                entry["dtMatches"][:] = 0
        evaluation.accumulate()
    assert (before > 0).any()
    assert not (evaluation.eval["recall"] > 0).any()
