"""Mixtures of rules are evaluated once each."""

from __future__ import annotations

from truebox.diagnosis.reconciling.trials import Trials
from truebox.evaluation import Rules
from truebox.generation import make_dataset


def test_a_mixture_is_evaluated_once_and_the_nearest_value_is_known() -> None:
    trials = Trials(*make_dataset(8, 2, 5, 3.0, 1), None)
    first = trials.metrics(Rules())
    assert trials.metrics(Rules()) is first
    trials.metrics(Rules(curve="all points"))
    assert len(trials) == 2
    assert trials.nearest("AP", first["AP"] + 1e-9) == first["AP"]
    low, high = trials.reach(Rules())["AP"]
    assert low <= first["AP"] <= high
