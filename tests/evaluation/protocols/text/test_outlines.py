"""Pairs that meet, by hand: within one image and class alone."""

from __future__ import annotations

import gc

import numpy as np
import pytest

import truebox as tb
from truebox.evaluation.protocols.text import outlines

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


def test_pairs_are_kept_as_long_as_the_alignment_is(tmp_path, monkeypatch) -> None:
    """Strict mode settles once more with a habit mended: what meets is looked for once, and let go of."""
    for name in ("gt_a.txt", "found/res_a.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"{','.join(map(str, BOX))},{'x' if name.startswith('gt') else 0.5}\n")
    looked = []
    whole = outlines._met_pairs
    monkeypatch.setattr(outlines, "_met_pairs", lambda case: (looked.append(case), whole(case))[1])
    result = tb.evaluate(
        tmp_path / "gt_a.txt", tmp_path / "found", protocol="icdar2015", geometry="rotated", fit_test=False
    )
    assert (result.metrics["hmean"], len(looked)) == (1, 1)
    del result
    looked.clear()
    gc.collect()
    assert outlines._KEPT == {}
