"""How often parts by chance are taken for worse, by simulation."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy import stats

from truebox.diagnosis.parts.chance_of_slices import corrected, slice_p_values


def test_an_empty_side_has_no_answer():
    flags = np.ones(4, dtype=bool)
    assert slice_p_values(flags, [flags], np.arange(4)) == [None]
    assert slice_p_values(flags, [~flags], np.arange(4)) == [None]


def test_nothing_to_tell_apart():
    inside = np.array([True, False, False])
    assert slice_p_values(np.ones(3, dtype=bool), [inside], np.arange(3)) == [1.0]


@pytest.mark.parametrize(
    ("images", "recall", "correlation"),
    [(40, 0.7, 0.3), (150, 0.95, 0.3), (150, 0.6, 0.01), (30, 0.8, 0.5), (900, 0.97, 0.5)],
)
@pytest.mark.parametrize("share", [0.5, 0.1])
@pytest.mark.parametrize("of_images", [True, False])
def test_parts_by_chance_are_told_apart_in_few_runs(images, recall, correlation, share, of_images):
    random = np.random.default_rng(3)
    strength = 1 / correlation - 1  # of the beta distribution whose binomials correlate so
    told = 0
    for _ in range(200):
        image = np.repeat(np.arange(images), np.maximum(1, random.poisson(7, images)))
        chance = random.beta(recall * strength, (1 - recall) * strength, images)
        found = random.random(len(image)) < chance[image]
        inside = (random.random(images) < share)[image] if of_images else random.random(len(image)) < share
        (p,) = slice_p_values(found, [inside], image)
        told += p is not None and p < 0.05
    # 5 % of 200 are 10; more than 19 is less likely than .5 %.
    assert told <= 19


def test_a_true_difference_is_seen():
    random = np.random.default_rng(4)
    image = np.repeat(np.arange(300), 7)
    dark = image < 60
    seen = 0
    for _ in range(50):
        found = random.random(len(image)) < np.where(dark, 0.65, 0.8)
        (p,) = slice_p_values(found, [dark], image)
        seen += p is not None and p < 0.05
    # Truths without correlation: two proportions differ by .15 with standard error .026, so nearly always.
    assert seen >= 48


def test_so_small_a_set_can_still_show_a_large_difference():
    # 10 of 20 images dark, every truth of theirs missed: one choice in 184,756, and its complement.
    image = np.arange(20)
    dark = image < 10
    assert slice_p_values(~dark, [dark], image)[0] == pytest.approx(1 / 2000)


def test_the_p_value_is_that_of_every_choice_of_images():
    # Four of 12 images are dark, and their truths alone are missed: one choice of 495 is as far off.
    image = np.arange(12)
    dark = image < 4
    assert slice_p_values(~dark, [dark], image)[0] == pytest.approx(1 / 495, abs=0.003)
    # Two dark images of six, one truth found among them: so in 8 of 15 choices; in one none, in six two.
    image = np.arange(6)
    dark, found = image < 2, np.array([True, False, True, True, True, False])
    # Of four found truths 4/3 are expected among two: 1 is as near as can be, so all choices count.
    assert slice_p_values(found, [dark], image)[0] == 1.0


def test_both_sides_of_a_division_have_one_p_value():
    random = np.random.default_rng(5)
    image = np.repeat(np.arange(40), 5)
    found = random.random(200) < 0.7
    for inside in ((image % 3 == 0), random.random(200) < 0.3):
        here, there = slice_p_values(found, [inside, ~inside], image)
        assert here == there


def test_holm_counts_two_sides_of_a_division_once():
    by_night = np.array([True, True, False, False])
    by_size = np.array([True, False, False, False])
    assert corrected([0.02, 0.02, 0.04], [by_night, ~by_night, by_size]) == [0.04, 0.04, 0.04]
    assert corrected([None, 0.03], [by_night, by_size]) == [None, 0.03]


def test_where_images_lie_on_both_sides_mammens_weights_are_drawn():
    # Eight images of two truths, one of them inside; by every one of the 2^8 ways to weigh them.
    image, inside = np.repeat(np.arange(8), 2), np.tile([True, False], 8)
    found = np.array([0, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 0, 0, 1], dtype=bool)
    # Of each image: the residuals, found less the mean of 10 / 16, inside over 8, less those outside over 8.
    residual = found - 10 / 16
    parts = (residual[inside] - residual[~inside]) / 8
    root = 5**0.5
    weights, chances = (
        np.array([-(root - 1) / 2, (root + 1) / 2]),
        np.array([root + 1, root - 1]) / (2 * root),
    )
    above = below = 0.0
    for way in itertools.product((0, 1), repeat=8):
        total, chance = (weights[list(way)] * parts).sum(), chances[list(way)].prod()
        above += chance * (total >= parts.sum() - 1e-9)
        below += chance * (total <= parts.sum() + 1e-9)
    expected = min(1.0, 2 * min(above, below))
    assert 0.005 < expected < 0.5
    (p,) = slice_p_values(found, [inside], image)
    share = expected / 2
    assert p == pytest.approx(expected, abs=8 * (share * (1 - share) / 1999) ** 0.5 + 2 / 2000)


@pytest.mark.parametrize("chosen", [100, 900])
def test_of_many_images_the_sum_is_held_against_students_t(chosen):
    # One truth in each of 1,000 images: the spread of a sum of k without replacement, k (N - k) / N times the
    # variance with N - 1. Of the smaller side k - 1 degrees of freedom.
    found, inside = np.arange(1000) % 4 != 0, np.arange(1000) < chosen
    found[:40] = False
    k = min(chosen, 1000 - chosen)
    residual = found - found.mean()
    spread = np.sqrt(k * (1000 - k) / 1000 * residual.var(ddof=1))
    expected = 2 * stats.t.sf(abs(residual[inside].sum()) / spread, k - 1)
    assert slice_p_values(found, [inside], np.arange(1000)) == [pytest.approx(expected)]


def test_holm_is_capped_at_one():
    sides = [np.array([True, False, False]), np.array([True, True, False]), np.array([False, True, False])]
    assert corrected([0.4, 0.9, 0.2], sides) == pytest.approx([0.8, 0.9, 0.6])
    assert corrected([0.6, 0.9, 0.7], sides) == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("images", [20, 700])
@pytest.mark.parametrize("whole", [True, False])
def test_where_all_are_found_nothing_is_told_apart(images, whole):
    """Of few images and of many, of slices of whole images and of truths on both sides."""
    image = np.repeat(np.arange(images), 2)
    inside = image < images // 3 if whole else np.arange(2 * images) % 2 == 0
    for found in (np.ones(2 * images, dtype=bool), np.zeros(2 * images, dtype=bool)):
        assert slice_p_values(found, [inside], image) == [1.0]
