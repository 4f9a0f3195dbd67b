"""Short names of several predictions."""

from __future__ import annotations

from made_results import MadeResult, make_predictions

from truebox.report.blocks.letters import letter, lettered_names


def test_letters_do_not_run_out() -> None:
    assert [letter(i) for i in (0, 25, 26, 52)] == ["A", "Z", "A2", "A3"]


def test_they_stand_before_the_names() -> None:
    results = [MadeResult(), MadeResult(predictions=make_predictions("b.json"))]
    assert lettered_names(results) == ["A predictions.json", "B b.json"]
