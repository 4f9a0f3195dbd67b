"""How often is drawn where nobody says, and what is said of it."""

from __future__ import annotations

import pytest
from diagnosed_results import made_result

from truebox.diagnosis import compare, diagnose, intervals
from truebox.diagnosis.certainty import usual_replicates as usual


@pytest.fixture
def large(monkeypatch):
    """A result of a protocol with measures of its own, and a limit that makes it a large one."""
    monkeypatch.setattr(usual, "_ROWS_MEASURED", 1000)
    return made_result(protocol="froc", mode="corrected")


def test_large_data_with_own_measures_is_drawn_less_and_says_so(large):
    found = diagnose(large)
    assert (found.reduced, found.to_dict()["intervals"]["replicates"]) == (True, 200)
    assert (
        found.fewer_draws == "200 random draws, not the usual 1,000, because there are very many detections"
    )
    compared = compare(large, large)
    assert (compared.reduced, compared.to_dict()["replicates"]) == (True, 200)


@pytest.mark.parametrize("asked", [200, 1000])
def test_whoever_names_a_number_gets_it_and_no_word(large, asked):
    found = diagnose(large, replicates=asked)
    assert (found.reduced, found.intervals.replicates, found.fewer_draws) == (False, asked, None)
    compared = compare(large, large, replicates=asked)
    assert (compared.reduced, compared.replicates) == (False, asked)


def test_intervals_called_directly_keep_their_number(large):
    assert intervals(large).replicates == 1000


def test_one_large_result_decides_for_all():
    small = made_result(protocol="froc", mode="corrected")
    assert usual.usual_replicates(small) == usual.usual_replicates() == 1000
    assert not compare(small, small).reduced


def test_without_own_measures_nothing_is_drawn_less(monkeypatch):
    monkeypatch.setattr(usual, "_ROWS_MEASURED", 1000)
    assert usual.usual_replicates(made_result(mode="corrected")) == 1000
