"""Runs agree whatever the number of threads."""

from __future__ import annotations

import pytest
from track_worlds import make_tracks, write_tracks

from truebox.evaluation import evaluate_tracks

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def written(tmp_path, *names):
    return write_tracks(tmp_path, {name: make_tracks(seed, 20, 9) for seed, name in enumerate(names)})


def test_repeated_runs_and_threads_agree(tmp_path):
    sides = written(tmp_path, "A", "B", "C")
    one, two = (evaluate_tracks(*sides, protocol="mot17", threads=n, fit_test=False) for n in (1, 2))
    assert one.metrics == two.metrics
