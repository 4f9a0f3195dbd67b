"""MMDetection's presets beside each other, by hand."""

from __future__ import annotations

from typing import Any

import pytest

import truebox as tb

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

SMALL, LARGE = [20.0, 20, 30, 30], [0.0, 0, 100, 100]


def ap(name: str, true: list[float], found: list[float]) -> Any:
    """Of one detection of one truth."""
    return tb.evaluate(
        [{"boxes": [true], "labels": ["cat"]}],
        [{"boxes": [found], "labels": ["cat"], "scores": [0.9]}],
        protocol=name,
        fit_test=False,
    ).metrics["AP"]


@pytest.mark.parametrize(
    ("name", "small", "large"), [("mmdet_voc", 0, 0), ("mmdet_voc07", 0, 0), ("mmdet_imagenet", 1, 0)]
)
def test_imagenet_forgives_small_truths_alone(name: str, small: float, large: float) -> None:
    """Of 10 x 10 pixels a quarter is enough; the detection is taken as a pixel further on."""
    assert ap(name, SMALL, [19, 19, 29, 22.5]) == small
    assert ap(name, LARGE, [-1, -1, 99, 34]) == large
    assert ap(name, LARGE, [-1, -1, 99, 99]) == 1


def test_eleven_points_are_more_than_all_where_half_is_found() -> None:
    truth = [{"boxes": [SMALL, LARGE], "labels": ["cat", "cat"]}]
    found = [{"boxes": [LARGE], "labels": ["cat"], "scores": [0.9]}]
    for name, wanted in (("mmdet_voc", 0.5), ("mmdet_voc07", 6 / 11)):
        metrics = tb.evaluate(truth, found, protocol=name, fit_test=False).metrics
        assert metrics["AP"] == pytest.approx(wanted)
