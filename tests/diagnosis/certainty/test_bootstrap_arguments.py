from __future__ import annotations

import pytest
from diagnosed_results import made_result

from truebox.diagnosis import compare, diagnose, intervals
from truebox.diagnosis.certainty import bootstrap_arguments
from truebox.diagnosis.certainty.bootstrap_arguments import check_bootstrap, check_seed
from truebox.errors import ArgumentError


@pytest.mark.parametrize("replicates", [100, 1000, 1_000_000])
@pytest.mark.parametrize("level", [0.5, 0.999])
def test_what_can_be_run_passes(replicates, level):
    assert check_bootstrap(replicates, level, 0) is None


@pytest.mark.parametrize("replicates", [0, 99, 1_000_001, 1000.0, True, "1000", None])
def test_replicates_are_enough_and_not_too_many(replicates):
    with pytest.raises(ArgumentError, match="replicates: expected a whole number from 100 to 1,000,000"):
        check_bootstrap(replicates, 0.95, 0)


@pytest.mark.parametrize("level", [0, 1, -0.5, 95, float("nan"), True, "0.95"])
def test_a_level_is_a_probability(level):
    with pytest.raises(ArgumentError, match=r"level: .* Fix: pass 0.95"):
        check_bootstrap(1000, level, 0)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.0, True, None])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(ArgumentError, match="seed: expected a whole number"):
        check_seed(seed)


@pytest.fixture
def large(monkeypatch):
    """A result of a protocol with measures of its own, and a limit that makes it a large one."""
    monkeypatch.setattr(bootstrap_arguments, "_ROWS_MEASURED", 1000)
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
    assert bootstrap_arguments.usual_replicates(small) == bootstrap_arguments.usual_replicates() == 1000
    assert not compare(small, small).reduced


def test_without_own_measures_nothing_is_drawn_less(monkeypatch):
    monkeypatch.setattr(bootstrap_arguments, "_ROWS_MEASURED", 1000)
    assert bootstrap_arguments.usual_replicates(made_result(mode="corrected")) == 1000
