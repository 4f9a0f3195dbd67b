"""Runs agree whatever the number of threads."""

from __future__ import annotations

import pytest
from track_worlds import make_tracks, write_tracks

from truebox.errors import TrueboxWarning
from truebox.evaluation import evaluate_tracks

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def written(tmp_path, *names):
    return write_tracks(tmp_path, {name: make_tracks(seed, 20, 9) for seed, name in enumerate(names)})


def test_repeated_runs_and_threads_agree(tmp_path):
    sides = written(tmp_path, "A", "B", "C")
    one, two = (evaluate_tracks(*sides, protocol="mot17", threads=n, fit_test=False) for n in (1, 2))
    assert one.metrics == two.metrics


@pytest.mark.parametrize("label", [0, 1])
def test_boxes_of_a_class_that_the_truth_lacks_are_told(label):
    """Whatever the number of the truth's class, 0 too."""
    rows = {"frames": [0, 1], "ids": [1, 1], "boxes": [[0, 0, 9, 9]] * 2}
    true, found = ({**rows, "labels": [each] * 2} for each in (label, 7))
    with pytest.warns(TrueboxWarning, match="W-592 .*2 boxes of classes that the truth does not have"):
        assert evaluate_tracks(true, found, fit_test=False).metrics["HOTA"] == 0
