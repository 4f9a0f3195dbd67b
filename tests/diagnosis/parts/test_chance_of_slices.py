"""How often parts by chance are taken for worse, by simulation."""

from __future__ import annotations

import numpy as np
import pytest

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
