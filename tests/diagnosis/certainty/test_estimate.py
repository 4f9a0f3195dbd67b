from __future__ import annotations

import numpy as np
import pytest

from truebox.diagnosis.certainty.estimate import FEWEST_IMAGES, centred, estimate, interval, too_few


def test_a_bias_of_the_replicates_does_not_move_the_interval():
    spread = np.linspace(-0.1, 0.1, 1001)
    plain, shifted = (
        estimate(0.5, 0.5 + spread + bias, images=50, level=0.9, reason=None) for bias in (0.0, 0.05)
    )
    assert plain.low == pytest.approx(shifted.low)
    assert plain.high == pytest.approx(shifted.high)
    assert plain.low == pytest.approx(0.41)  # 90 % of a uniform spread of 0.2 about 0.5
    assert plain.high == pytest.approx(0.59)


def test_it_is_the_basic_interval_where_the_spread_leans():
    spread = np.concatenate([np.zeros(90), np.full(10, 1.0)]) - 0.1
    low, high = interval(0.5, spread, 0.9)
    assert low == pytest.approx(0.5 - 0.9)  # a spread that reaches far up reaches far down from the value
    assert high == pytest.approx(0.5 + 0.1)


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
