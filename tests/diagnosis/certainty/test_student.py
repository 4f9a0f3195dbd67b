"""Student's t against SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from truebox.diagnosis.certainty.student import expanded_tail, student_quantile, student_tail


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 29, 30, 300])
@pytest.mark.parametrize("t", [0.0, 0.5, 2.0, 7.0])
def test_students_t_is_that_of_scipy(freedom, t):
    assert student_tail(t, freedom) == pytest.approx(2 * stats.t.sf(t, freedom), abs=1e-12)


def test_many_degrees_of_freedom_are_normal():
    assert student_tail(1.96, 5000) == pytest.approx(2 * stats.norm.sf(1.96), rel=1e-12)


@pytest.mark.parametrize("freedom", [1, 5, 19, 5000])
@pytest.mark.parametrize("beyond", [0.5, 0.05, 0.001])
def test_its_quantiles_are_those_of_scipy(freedom, beyond):
    assert student_quantile(beyond, freedom) == pytest.approx(stats.t.isf(beyond / 2, freedom), rel=2e-3)


def test_percentiles_are_read_further_out_for_few_images():
    # Hesterberg (2015), section 5.2: Phi(-sqrt(n / (n - 1)) t), at n = 10 and 95 %.
    expected = stats.norm.cdf(-np.sqrt(10 / 9) * stats.t.isf(0.025, 9))
    assert expanded_tail(0.95, 10) == pytest.approx(expected, rel=1e-9)
    assert 0.0249 < expanded_tail(0.95, 5000) < 0.025
    assert expanded_tail(0.95, 1) == 0.0


def test_expanded_percentiles_have_one_degree_of_freedom_less_than_images():
    for drawn in (2, 6, 30):
        expected = stats.norm.cdf(-np.sqrt(drawn / (drawn - 1)) * stats.t.isf(0.05, drawn - 1))
        assert expanded_tail(0.9, drawn) == pytest.approx(expected, rel=1e-6)


def test_the_normal_begins_where_the_docstring_says():
    # At t = 3 and 300 degrees the tails still differ in the third digit; SciPy has both.
    assert student_tail(3.0, 300) == pytest.approx(2 * stats.t.sf(3.0, 300), rel=1e-9)
    assert student_tail(3.0, 301) == pytest.approx(2 * stats.norm.sf(3.0), rel=1e-9)
