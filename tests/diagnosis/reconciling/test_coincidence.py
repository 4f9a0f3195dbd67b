"""How often a number would be given by chance, by hand."""

from __future__ import annotations

import pytest

from truebox.diagnosis.reconciling.asked import ReportedNumber
from truebox.diagnosis.reconciling.coincidence import share_by_chance


def test_one_mixture_fits_the_width_of_its_digits() -> None:
    """0.001 of the 0.04 around, and 0.003 where it reaches from .499 to .501."""
    asked = {"AP": ReportedNumber(0.5, 0.0005)}
    assert share_by_chance(asked, [{"AP": (0.5, 0.5)}]) == pytest.approx(1 / 40, abs=0.01)
    assert share_by_chance(asked, [{"AP": (0.499, 0.501)}]) == pytest.approx(3 / 40, abs=0.015)


def test_many_mixtures_fit_nearly_everything_and_two_metrics_next_to_nothing() -> None:
    tried = [{"AP": (0.48 + k / 1000,) * 2, "AP50": (0.68 + k / 1000,) * 2} for k in range(41)]
    one, two = (
        {"AP": ReportedNumber(0.5, 0.0005)},
        {"AP": ReportedNumber(0.5, 0.0005), "AP50": ReportedNumber(0.7, 0.0005)},
    )
    assert share_by_chance(one, tried) > 0.95
    assert share_by_chance(two, tried) == pytest.approx(1 / 40, abs=0.015)
    assert share_by_chance(two, [{"AP": (0.5, 0.5)}]) == 0.0
