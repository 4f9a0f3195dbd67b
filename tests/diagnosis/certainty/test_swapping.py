"""Swapped models against those written out."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.diagnosis.certainty.drawn_units import drawn_units, swaps
from truebox.diagnosis.certainty.swapping import SwapTest
from truebox.evaluation import evaluate
from truebox.generation import make_dataset


def test_a_swap_is_the_evaluation_of_exchanged_detections():
    from dataclasses import replace

    truth, found = make_dataset(15, 3, 12, 3.0, 1)
    rng = np.random.default_rng(1)
    other = replace(found, scores=rng.random(len(found)))
    results = [evaluate(truth, each, mode="corrected") for each in (found, other)]
    units = drawn_units(results[0], np.arange(15), [place // 3 for place in range(15)])
    made = SwapTest(*results, units).swapped(8, 5, 0)
    for row, chosen in enumerate(swaps(5, 8, 5, 0)):
        ids = results[0].state.images.tolist()
        exchanged = {ids[place] for place in range(15) if chosen[place // 3]}
        taken = np.isin(found.image.values, list(exchanged))
        pair = [
            evaluate(truth, replace(found, scores=np.where(taken, theirs, own)), mode="corrected")
            for own, theirs in ((found.scores, other.scores), (other.scores, found.scores))
        ]
        for key in ("AP", "APs", "AR10"):
            if pair[0].metrics[key] is not None:
                expected = pair[1].metrics[key] - pair[0].metrics[key]
                assert made.metrics[key][row] == pytest.approx(expected, abs=1e-12)
        for k in range(3):
            expected = pair[1].per_class[k].metrics["AP"] - pair[0].per_class[k].metrics["AP"]
            assert made.per_class["AP"][row, k] == pytest.approx(expected, abs=1e-12)


def test_some_classes_alone_give_the_same(made, noisier):
    units = drawn_units(made, np.arange(60))
    every = SwapTest(made, noisier, units).swapped(20, 1, 0)
    some = SwapTest(made, noisier, units, keys=("AP50",), classes=np.array([2, 0])).swapped(20, 1, 0)
    assert set(some.metrics) == {"AP50"}
    np.testing.assert_allclose(some.per_class["AP50"], every.per_class["AP50"][:, [2, 0]], atol=1e-15)


def test_large_data_are_swapped_in_parts(made, noisier, monkeypatch):
    from truebox.diagnosis.certainty import swapping

    test = SwapTest(made, noisier, drawn_units(made, np.arange(60)))
    whole = test.swapped(200, 1, 0).metrics["AP"]
    monkeypatch.setattr(swapping, "_WEIGHTS_AT_ONCE", 1)
    np.testing.assert_array_equal(test.swapped(200, 1, 0).metrics["AP"], whole)
