from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from truebox.diagnosis.certainty.estimate import FEWEST_IMAGES, centred, estimate, interval, too_few
from truebox.diagnosis.certainty.student import expanded_tail


def test_it_reaches_over_the_percentiles_as_they_are_and_moved_to_the_value():
    spread = np.linspace(-0.1, 0.1, 1001)
    made = [
        estimate(0.5, 0.5 + spread + bias, images=50, level=0.9, reason=None) for bias in (0.0, 0.05, -0.05)
    ]
    tail = expanded_tail(0.9, 50)  # a little further out than 5 % at each end of a uniform spread of 0.2
    reach = 0.1 - 0.2 * tail
    expected = [(0.5 - reach, 0.5 + reach), (0.5 - reach, 0.55 + reach), (0.45 - reach, 0.5 + reach)]
    assert [(each.low, each.high) for each in made] == [pytest.approx(ends) for ends in expected]


def test_where_noise_raises_every_replicate_the_bias_does_not_widen_it():
    spread = np.linspace(-0.1, 0.1, 1001)
    plain, raised = (
        estimate(0.5, 0.5 + spread + bias, images=50, level=0.9, reason=None, outward=False)
        for bias in (0.0, 0.05)
    )
    assert (plain.low, plain.high) == pytest.approx((raised.low, raised.high))


def test_it_leans_where_the_spread_leans():
    spread = np.concatenate([np.zeros(90), np.full(10, 1.0)]) - 0.1
    low, high = interval(0.5, spread, 0.9, 10_000)
    assert low == pytest.approx(
        0.5 - 0.1
    )  # not reflected: a spread that reaches far up does so from the value
    assert high == pytest.approx(0.5 + 0.9)


def test_few_images_have_wider_intervals_and_groups_need_fewer():
    spread = np.linspace(-0.1, 0.1, 1001)
    few, many = (interval(0.5, spread, 0.9, images) for images in (10, 1000))
    assert few[0] < many[0] < many[1] < few[1]
    assert estimate(0.5, 0.5 + spread, images=6, level=0.9, reason=None, counted="groups").low is not None
    refused = estimate(0.5, 0.5 + spread, images=5, level=0.9, reason=None, counted="groups")
    assert refused.reason == "only 5 groups with truths of it; 6 are needed"


def test_it_stays_within_what_the_metric_can_be():
    found = estimate(0.99, np.linspace(0.9, 1.0, 101), images=50, level=0.95, reason=None)
    assert found.high == 1.0


def test_replicates_without_the_metric_are_left_out_until_half_are():
    replicates = np.array([0.4, 0.6, np.nan, np.nan])
    assert centred(replicates).tolist() == pytest.approx([-0.1, 0.1])
    assert centred(np.array([0.4, np.nan, np.nan])) is None
    found = estimate(0.5, np.array([0.4, np.nan, np.nan]), images=50, level=0.95, reason=None)
    assert found.low is None
    assert found.reason == "most replicates hold no truth of it"


def test_few_images_have_a_value_and_no_interval():
    found = estimate(0.5, np.linspace(0, 1, 100), images=FEWEST_IMAGES - 1, level=0.95, reason=None)
    assert (found.value, found.low) == (0.5, None)
    assert found.reason == too_few(9) == "only 9 images with truths of it; 10 are needed"


def test_replicates_without_spread_say_nothing():
    found = estimate(1.0, np.full(100, 1.0 - 1e-16), images=50, level=0.95, reason=None)
    assert (found.low, found.error) == (None, None)
    assert found.reason == "no replicate differs from another"


def test_no_value_keeps_its_reason():
    found = estimate(None, np.empty(0), images=0, level=0.95, reason="no truth that counts")
    assert found.to_dict() == {
        "value": None, "low": None, "high": None, "error": None, "reason": "no truth that counts",
    }  # fmt: skip


@pytest.mark.parametrize(("defined", "known"), [(30, False), (49, False), (50, True), (100, True)])
def test_of_100_replicates_50_must_hold_the_metric(defined, known):
    replicates = np.full(100, np.nan)
    replicates[:defined] = np.linspace(0.4, 0.6, defined)
    found = estimate(0.5, replicates, images=50, level=0.95, reason=None)
    assert (found.low is not None) == (found.error is not None) == known
    assert found.reason == (None if known else "most replicates hold no truth of it")


@pytest.mark.parametrize("images", [10, 11, 40])
def test_students_reach_has_one_degree_of_freedom_less_than_images(images):
    # Two values, half of the replicates each: their deviation with 100 - 1 is .1 * sqrt(100 / 99).
    replicates = np.repeat([0.4, 0.6], 50)
    deviation = 0.1 * np.sqrt(100 / 99)
    reach = np.sqrt(images / (images - 1)) * stats.t.isf(0.01, images - 1) * deviation
    found = estimate(0.5, replicates, images=images, level=0.98, reason=None, student=True)
    assert (found.low, found.high) == (
        pytest.approx(0.5 - reach, rel=1e-6),
        pytest.approx(0.5 + reach, rel=1e-6),
    )
    assert found.error == pytest.approx(deviation)
