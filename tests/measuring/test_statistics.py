"""A small simulation: what is said of made data sets holds as often as it claims.

Limits are set so that chance breaks one of them less than once in 10,000 runs; the seed is fixed besides.
"""

from __future__ import annotations

import pytest
from scipy import stats

from benchmarks.statistics.trials import Counted, equal_detectors, harder_images
from benchmarks.statistics.worlds import WORLDS, draw

_ONCE_IN = 1e-5
"""Of each limit: there are ten."""


NEVER_MORE = (
    "compare AP",
    "compare AP50",
    "class named by AP",
    "class named by AP50",
    "class named by AP75",
    "a random slice named",
)


def at_most(count: Counted, share: float) -> bool:
    """Whether so many are no more than chance makes of `share`."""
    return bool(stats.binom.sf(count.happened - 1, count.of, share) > _ONCE_IN)


def at_least(count: Counted, share: float) -> bool:
    return bool(stats.binom.cdf(count.happened, count.of, share) > _ONCE_IN)


@pytest.mark.parametrize(
    ("world", "images", "groups"), [("base", 20, False), ("tail", 30, False), ("video", 60, True)]
)
def test_equal_detectors_are_told_apart_as_often_as_stated(world, images, groups):
    tally = equal_detectors(WORLDS[world], images, 60, groups=groups, replicates=200)
    for name in (
        "compare AP",
        "compare AP50",
        "class named by AP",
        "class named by AP50",
        "class named by AP75",
        "a random slice named",
    ):
        assert at_most(tally[name], 0.06), (name, str(tally[name]))
    if world != "tail":  # where the warning names the classes on few images
        assert at_least(tally["coverage AP"], 0.9)
    else:
        assert tally["warned of few"].share == 1.0


def test_harder_images_are_found():
    tally = harder_images(WORLDS["base"], 20, 40, 1.5)
    assert at_least(tally["alone"], 0.5)  # 62 % of 200


def test_a_world_is_its_seed():
    first, again, other = (draw(WORLDS["ties"], 30, seed) for seed in (1, 1, 2))
    assert (first.truth.boxes == again.truth.boxes).all()
    assert len(first.truth) != len(other.truth) or (first.truth.boxes != other.truth.boxes).any()
    assert (first.found[0].scores == first.found[0].scores.round(2)).all()


def test_a_count_has_its_error():
    count = Counted(happened=5, of=100)
    assert str(count) == "5.0 ± 2.2"
    assert str(Counted()) == "-"
