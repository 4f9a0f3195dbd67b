"""DetEval by hand, through files: splits, merges, and no AP."""

from __future__ import annotations

from pathlib import Path

import pytest

import truebox as tb


def box(left: float, width: float) -> list[float]:
    right = left + width
    return [left, 0, right, 0, right, 10, left, 10]


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_a_split_and_a_merge(tmp_path: Path) -> None:
    """A word in two halves, two in one box, one alone, one missed: 3.8 of 5, and 3.6 of 4."""
    truth = [box(0, 100), box(200, 40), box(245, 40), box(400, 50), box(600, 50)]
    found = [box(0, 50), box(50, 50), box(200, 85), box(402, 48)]
    for name, file, rows in (
        ("truth", "gt_a.txt", [[*each, "a"] for each in truth]),
        ("found", "res_a.txt", found),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / file).write_text("".join(",".join(map(str, row)) + "\n" for row in rows))
    how = {"protocol": "deteval", "geometry": "rotated", "fit_test": False}
    result = tb.evaluate(tmp_path / "truth", tmp_path / "found", **how)
    assert result.metrics["recall"] == pytest.approx(3.8 / 5, abs=1e-15)
    assert result.metrics["precision"] == pytest.approx(3.6 / 4, abs=1e-15)
    assert result.metrics["AP"] is None
    assert "does not rank" in result.undefined["AP"]
