from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from truebox.diagnosis.certainty.difference import Difference, difference, holm, p_text


def test_interval_and_p_value_never_contradict_each_other():
    rng = np.random.default_rng(1)
    for _ in range(300):
        error, value, count = rng.uniform(0.001, 0.1), rng.normal(0, 0.1), int(rng.integers(100, 1200))
        level = float(rng.choice([0.8, 0.95, 0.99, 0.999]))
        found = difference(0.5, 0.5 + value, rng.normal(0, error, count), images=100, level=level)
        assert (found.p <= 1 - level) == (found.low > 0 or found.high < 0)
        assert (found.verdict != "not significant") == (found.p <= 1 - level)


def test_the_p_value_worked_out_by_hand():
    # 100 swaps: 3 of them part the models by .02 or more, either way. (1 + 3) / (100 + 1).
    swapped = np.concatenate([np.full(97, 0.01), [0.02, -0.02, 0.03]])
    found = difference(0.50, 0.52, swapped, images=50, level=0.95)
    assert found.p == pytest.approx(4 / 101)
    assert found.verdict == "better"
    # Five of 101 may be as large: the interval reaches to the fifth largest, .01.
    assert (found.low, found.high) == (pytest.approx(0.01), pytest.approx(0.03))
    assert found.error == pytest.approx(np.sqrt((97 * 1e-4 + 2 * 4e-4 + 9e-4) / 100))


@pytest.mark.parametrize("level", [0.95, 0.999])
def test_no_p_value_is_less_than_all_swaps_can_give(level):
    """Nine blocks of frames: of 512 swaps, none and all are as large, so p is at least 2 / 512."""
    swapped = np.random.default_rng(3).normal(0, 0.01, 1000)
    found = difference(0.5, 0.6, swapped, images=9, level=level, counted="blocks of 25 frames")
    assert found.p == 2 / 512
    assert (found.low > 0) == (found.p <= 1 - level)


def test_the_p_value_is_that_of_a_normal_difference():
    swapped = stats.norm.ppf((np.arange(9999) + 0.5) / 9999) * 0.01
    found = difference(0.5, 0.515, swapped, images=100, level=0.95)
    assert found.p == pytest.approx(2 * stats.norm.sf(1.5), abs=1e-3)
    assert found.error == pytest.approx(0.01, rel=1e-3)
    assert found.verdict == "not significant"
    far = difference(0.5, 0.6, swapped, images=100, level=0.95)
    assert far.p == pytest.approx(2 * np.exp(-50), rel=0.1)  # beyond counting: Hoeffding's bound
    assert far.verdict == "better"


def test_the_smallest_detectable_difference_is_found_four_times_in_five():
    rng = np.random.default_rng(2)
    replicates = rng.normal(0, 0.01, 4000)
    smallest = difference(0.5, 0.5, replicates, images=100, level=0.95).detectable
    found = 0
    for observed in rng.normal(smallest, 0.01, 2000):
        found += 2 * stats.norm.sf(abs(observed) / 0.01) <= 0.05
    assert 0.76 < found / 2000 < 0.84  # 80 %, with four standard errors


def test_a_difference_of_one_image_is_no_proof():
    # One image of a hundred decides: swapped or not, it is the same difference.
    found = difference(
        0.5, 0.51, np.random.default_rng(3).choice([-0.01, 0.01], 1000), images=100, level=0.95
    )
    assert found.p == 1.0
    assert found.verdict == "not significant"


def test_equal_models_differ_by_nothing():
    found = difference(0.5, 0.5, np.zeros(1000), images=100, level=0.95)
    assert (found.value, found.low, found.high, found.p) == (0.0, 0.0, 0.0, 1.0)
    assert found.verdict == "not significant"
    assert found.detectable is None
    assert found.reason == "no replicate differs from another"


@pytest.mark.parametrize(
    ("first", "replicates", "images", "reason"),
    [
        (None, np.zeros(100), 50, "no truth of small size"),
        (0.5, np.zeros(100), 9, "only 9 images"),
        (0.5, np.full(100, np.nan), 50, "most replicates"),
    ],
)
def test_undefined_has_its_reason(first, replicates, images, reason):
    found = difference(first, 0.5, replicates, images=images, level=0.95, reason="no truth of small size")
    assert found.verdict == "undefined"
    assert found.p is None
    assert reason in found.reason


def test_rounding_is_no_difference():
    noise = np.random.default_rng(1).choice([0.0, 1e-16], 1000)
    found = difference(0.5, 0.5 + 1e-16, noise, images=100, level=0.95)
    assert found.p == 1.0
    assert found.verdict == "not significant"
    assert found.detectable is None


def test_holm_as_its_paper_has_it():
    # The step-down procedure of Holm (1979): 0.01 * 4, then 0.02 * 3 (kept by the maximum), ...
    given = [Difference(first=0.1, second=0.2, value=0.1, p=p) for p in (0.02, 0.01, 0.5, 0.03)]
    found = holm(given, 0.95)
    assert [entry.corrected_p for entry in found] == pytest.approx([0.06, 0.04, 0.5, 0.06])
    assert [entry.verdict for entry in found] == ["not significant", "better", *["not significant"] * 2]


def test_holm_leaves_the_undefined_alone():
    undefined = Difference(first=None, second=None, reason="no truth of the class")
    assert holm([undefined], 0.95) == [undefined]


@pytest.mark.parametrize(("defined", "known"), [(30, False), (49, False), (50, True)])
def test_of_100_swaps_50_must_hold_the_metric(defined, known):
    swapped = np.full(100, np.nan)
    swapped[:defined] = np.tile([0.1, -0.1], 50)[:defined]
    found = difference(0.5, 0.6, swapped, images=50, level=0.95)
    assert (found.p is not None) == known
    assert found.reason == (None if known else "most replicates hold no truth of it")


def test_a_p_value_of_exactly_what_is_left_is_significant():
    # Of three swaps one is as large: (1 + 1) / (3 + 1) = .5, and 1 - level is .5.
    swapped = np.array([0.25, 0.125, 0.0])
    assert difference(0.5, 0.75, swapped, images=50, level=0.5).verdict == "better"
    assert difference(0.75, 0.5, swapped, images=50, level=0.5).verdict == "worse"
    (held,) = holm([Difference(first=0.5, second=0.25, value=-0.25, p=0.5)], 0.5)
    assert (held.corrected_p, held.verdict) == (0.5, "worse")
    (above,) = holm([Difference(first=0.5, second=0.25, value=-0.25, p=np.nextafter(0.5, 1))], 0.5)
    assert above.verdict == "not significant"


def test_no_corrected_probability_is_above_one():
    given = [Difference(first=0.1, second=0.2, value=0.1, p=p) for p in (0.4, 0.6, 0.3)]
    # .3 * 3 = .9; .4 * 2 = .8, kept at .9; .6 * 1, kept at .9.
    assert [entry.corrected_p for entry in holm(given, 0.95)] == pytest.approx([0.9, 0.9, 0.9])
    given = [Difference(first=0.1, second=0.2, value=0.1, p=p) for p in (0.9, 0.4, 0.9)]
    assert [entry.corrected_p for entry in holm(given, 0.95)] == [1.0, 1.0, 1.0]


def test_equal_p_values_are_corrected_alike():
    given = [Difference(first=0.1, second=0.2, value=0.1, p=p) for p in (0.02, 0.02, 0.02)]
    assert [entry.corrected_p for entry in holm(given, 0.95)] == pytest.approx([0.06] * 3)


def test_p_values_as_papers_write_them():
    assert [p_text(p) for p in (None, 0.0009, 0.001, 1.0)] == ["n/a", "< .001", ".001", "1.000"]
    assert p_text(1e-9, bare=False) == "< .001"
