"""Classes that have each other's objects are refused, whatever the others do."""

from __future__ import annotations

import pytest

from truebox.errors import InputError
from truebox.evaluation import evaluate

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def sides(meant, images=8):
    """Every picture has an object of each of six classes, found perfectly and called as `meant` says."""
    boxes = [[60 * n, 10, 60 * n + 40, 60] for n in range(6)]
    truth = [{"boxes": boxes, "labels": list("abcdef")}] * images
    found = [{"boxes": boxes, "labels": [meant.get(each, each) for each in "abcdef"], "scores": [0.5] * 6}]
    return truth, found * images


@pytest.mark.parametrize(
    ("meant", "given", "many"),
    [
        ({"a": "b", "b": "a"}, 4 / 6, 2),
        ({"a": "b", "b": "c", "c": "a"}, 3 / 6, 3),
        ({"a": "b", "b": "a", "c": "d", "d": "c"}, 2 / 6, 4),
    ],
)
def test_what_would_be_perfect_in_another_order_is_refused(meant, given, many):
    truth, found = sides(meant)
    with pytest.raises(InputError, match=rf"E-470 .*AP {given:.2f} as given; 1.00 if {many} classes traded"):
        evaluate(truth, found)
    assert evaluate(truth, found, fit_test=False).metrics["AP"] == pytest.approx(given)


@pytest.mark.parametrize(
    "meant",
    [
        {},
        {"a": "b"},  # one class taken for another, which is no trade: the detector does not know it
        {"a": "b", "b": "c"},  # no ring
    ],
)
def test_what_a_detector_may_confuse_is_reported(meant):
    assert evaluate(*sides(meant)).metrics["AP"] <= 1


def test_four_of_each_are_too_few_to_say():
    assert evaluate(*sides({"a": "b", "b": "a"}, images=4)).metrics["AP"] == pytest.approx(4 / 6)
