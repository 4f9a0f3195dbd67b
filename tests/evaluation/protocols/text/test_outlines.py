"""Pairs that meet, by hand: within one image and class alone."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb

BOX, TURNED = [0, 0, 4, 0, 4, 4, 0, 4], [2, -2, 6, 2, 2, 6, -2, 2]


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_the_shared_area_of_a_square_and_a_diamond(tmp_path) -> None:
    """The square lies within the diamond: 16 of 32, which is not more than one half."""
    (tmp_path / "gt_a.txt").write_text(",".join(map(str, TURNED)) + ",x\n")
    (tmp_path / "gt_b.txt").write_text(",".join(map(str, BOX)) + ",x\n")
    (tmp_path / "found").mkdir()
    (tmp_path / "found" / "res_a.txt").write_text(",".join(map(str, BOX)) + "\n")
    truth = tb.read_truth(tmp_path / "gt_a.txt", geometry="rotated")
    found = tb.read_predictions(tmp_path / "found", geometry="rotated")
    result = tb.evaluate(truth, found, protocol="deteval", geometry="rotated", fit_test=False)
    assert result.metrics["recall"] == 0
    wider = np.array(BOX) * 1.25 - 0.5
    (tmp_path / "found" / "res_a.txt").write_text(",".join(map(str, wider)) + "\n")
    found = tb.read_predictions(tmp_path / "found", geometry="rotated")
    result = tb.evaluate(truth, found, protocol="icdar2015", geometry="rotated", fit_test=False)
    assert result.metrics["recall"] == 1
