"""Options of gates, and what is of no use alone."""

from __future__ import annotations

from typing import Any

import click
import pytest

from truebox.cli.options.gates import PlannedGates, baseline_option, gate_options, planned_gates
from truebox.errors import ArgumentError


def given(**options: Any) -> dict[str, Any]:
    return {"fail_under": (), "max_drop": (), "significant": False, "unjudged": None, "threads": 2, **options}


def test_they_are_taken_out_of_the_options() -> None:
    options = given(fail_under=("AP=0.4",))
    assert planned_gates(options, junit=False, baseline=None) == PlannedGates(
        ("AP=0.4",), (), False, "fail", None, None
    )
    assert options == {"threads": 2}


def test_nothing_asked_is_nothing_planned() -> None:
    assert planned_gates(given(), junit=False, baseline=None) is None


def test_an_expression_is_read_before_any_file() -> None:
    with pytest.raises(ArgumentError, match="no limit follows AP"):
        planned_gates(given(max_drop=("AP",)), junit=False, baseline="last.json")


@pytest.mark.parametrize(
    ("options", "junit", "baseline"),
    [
        ({"max_drop": ("AP=0",)}, False, None),
        ({}, False, "last.json"),
        ({"significant": True}, False, None),
        ({"max_drop": ("AP=0",), "unjudged": "pass"}, False, "last.json"),
        ({}, True, None),
    ],
)
def test_halves_are_refused(options: dict[str, Any], junit: bool, baseline: str | None) -> None:
    with pytest.raises(click.UsageError):
        planned_gates(given(**options), junit=junit, baseline=baseline)


def test_the_options_stand_in_their_section() -> None:
    @click.command()
    @gate_options
    @baseline_option
    def made(**options: Any) -> None:
        """Nothing."""

    assert [param.name for param in made.params] == [
        "fail_under",
        "max_drop",
        "significant",
        "unjudged",
        "junit",
        "baseline",
    ]
    assert {getattr(param, "section", None) for param in made.params} == {"Gates"}
