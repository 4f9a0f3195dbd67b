"""How often parts by chance are taken for worse, by simulation."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from truebox.diagnosis.parts.recall_difference import recall_p_value, student_tail


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 29, 30, 300])
@pytest.mark.parametrize("t", [0.0, 0.5, 2.0, 7.0])
def test_students_t_is_that_of_scipy(freedom, t):
    assert student_tail(t, freedom) == pytest.approx(2 * stats.t.sf(t, freedom), abs=1e-12)


def test_many_degrees_of_freedom_are_normal():
    assert student_tail(1.96, 5000) == pytest.approx(2 * stats.norm.sf(1.96), rel=1e-12)


def test_an_empty_side_has_no_answer():
    flags = np.ones(4, dtype=bool)
    assert recall_p_value(flags, flags, np.arange(4)) is None
    assert recall_p_value(flags, ~flags, np.arange(4)) is None


def test_nothing_to_tell_apart():
    inside = np.array([True, False, False])
    assert recall_p_value(np.ones(3, dtype=bool), inside, np.arange(3)) == 1.0


@pytest.mark.parametrize(
    ("images", "recall", "correlation"),
    [(40, 0.7, 0.3), (150, 0.95, 0.3), (150, 0.6, 0.01), (30, 0.8, 0.5), (500, 0.97, 0.5)],
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
        p = recall_p_value(found, inside, image)
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
        p = recall_p_value(found, dark, image)
        seen += p is not None and p < 0.05
    # Truths without correlation: two proportions differ by .15 with standard error .026, so nearly always.
    assert seen >= 48
