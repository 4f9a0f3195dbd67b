"""Which mark finds what."""

from __future__ import annotations

import pytest

import truebox as tb

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_the_table_of_matches_names_the_finding_of_the_most_certain_mark() -> None:
    axes = ("coordX", "coordY", "coordZ")
    truth = {"seriesuid": ["a", "a"], "diameter_mm": [10, 10], **{axis: [0, 50] for axis in axes}}
    places = [0, 1, 50, 99]
    found = {"seriesuid": ["a"] * 4, "probability": [0.5, 0.9, 0.4, 0.3], **dict.fromkeys(axes, places)}
    state = tb.evaluate(truth, found, protocol="luna16").state
    assert state.values is not None
    by_row = sorted(zip(state.row.tolist(), state.matched[:, 0], state.ignored[:, 0], strict=True))
    assert [(int(hit), int(left)) for _, hit, left in by_row] == [(0, 1), (1, 0), (1, 0), (0, 0)]
    assert sorted(state.values[:, 0].tolist()) == [0, 0, 1, 1]
