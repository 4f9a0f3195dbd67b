"""More swaps where a verdict hangs on them."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.diagnosis.certainty import pair_differences as module
from truebox.diagnosis.certainty.difference import Difference
from truebox.diagnosis.certainty.drawn_units import drawn_units
from truebox.diagnosis.certainty.images_held import images_held
from truebox.diagnosis.certainty.pair_differences import SwapSettings, pair_differences
from truebox.diagnosis.certainty.replicates import Resampling


@pytest.fixture
def compared(made, noisier, monkeypatch):
    """How often was swapped, and what came out."""
    counts = []
    plain = module.SwapTest.swapped

    def counting(self, replicates, *others, **more):
        counts.append(replicates)
        return plain(self, replicates, *others, **more)

    monkeypatch.setattr(module.SwapTest, "swapped", counting)
    units = drawn_units(made, np.arange(60))
    held = images_held(Resampling(made), units)

    def run(first, second, **settings):
        counts.clear()
        asked = SwapSettings(**{"replicates": 200, "level": 0.95, "seed": 0, "threads": 1, **settings})
        return pair_differences(first, second, units, held, asked), list(counts)

    return run


def test_equal_models_need_no_more(made, compared):
    found, counts = compared(made, made)
    assert counts == [200]
    assert {entry.p for entry in found.metrics.values() if entry.p is not None} == {1.0}


def test_an_unclear_verdict_is_swapped_ten_times_as_often(made, noisier, compared):
    found, counts = compared(made, noisier, replicates=100)
    # One of the classes has a p-value that 100 swaps cannot tell from its limit.
    assert counts[0] == 100
    assert 900 in counts[1:]
    again, _ = compared(made, noisier, replicates=100)
    assert again == found  # the seed decides


def test_more_classes_need_more():
    settings = SwapSettings(replicates=1000, level=0.95, seed=0, threads=None)
    assert settings.in_all(1) == 10_000
    assert settings.in_all(400) == 32_000
    assert settings.in_all(100_000) == 50_000


def test_large_data_are_swapped_less_often(made, noisier, compared, monkeypatch):
    monkeypatch.setattr(module, "_MOST_VISITS", 1)
    _, counts = compared(made, noisier, replicates=100)
    assert set(counts) == {100}


def test_after_the_first_that_is_surely_not_significant_none_is_unclear(made, noisier):
    # Of two classes the smaller p is compared with 0.05 / 2, the larger with 0.05; Holm never looks at the
    # second where the first is not significant. With 100,000 swaps p = 0.04 is surely above 0.025, and 0.05
    # is on its limit.
    settings = SwapSettings(replicates=100_000, level=0.95, seed=0, threads=1)
    units = drawn_units(made, np.arange(60))
    pair = module._Pair(made, noisier, units, images_held(Resampling(made), units), settings)
    entries = [Difference(first=0.4, second=0.5, value=0.1, p=p) for p in (0.05, 0.04)]
    assert pair._unclear(entries) == []
    assert pair._unclear([entries[0], Difference(first=0.4, second=0.5, value=0.1, p=0.025)]) == [1, 0]
    assert pair._unclear([entries[0], Difference(first=0.4, second=0.5, value=0.1, p=None)]) == [0]
