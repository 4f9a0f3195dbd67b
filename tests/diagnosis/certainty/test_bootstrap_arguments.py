from __future__ import annotations

import pytest

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
