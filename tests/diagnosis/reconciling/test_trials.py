"""Mixtures of rules are evaluated once each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from truebox.diagnosis.reconciling.trials import Trials
from truebox.diagnosis.reconciling.variants import singles
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


@pytest.mark.parametrize(
    "asked", [("AP50",), ("AP75", "AP40"), ("AP50[cat]",), ("AP50", "AP"), ("APs", "AP50")]
)
def test_what_is_asked_alone_is_what_stands_among_all(asked: tuple[str, ...]) -> None:
    truth, found = make_dataset(20, 3, 8, 3.0, 2)
    truth = replace(truth, categories=replace(truth.categories, names=("cat", "dog", "owl")))
    mixtures = [rules for place, (_, rules) in enumerate(singles(Rules())) if place % 3 == 0]
    mixtures += [Rules(thresholds="single", curve="all points"), Rules(iou="0.4")]
    alone, among = (Trials(truth, found, None, asked) for _ in range(2))
    for rules in mixtures:
        whole = among.metrics(rules)
        assert alone.asked(rules) == {key: whole[key] for key in asked}
    assert len(alone) == len(among) == len(set(mixtures))
