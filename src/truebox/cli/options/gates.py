"""The options that hold numbers against limits, the same for every command that evaluates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeVar

import click

from truebox.cli.terminal.help_page import option
from truebox.diagnosis import gating

__all__ = ["PlannedGates", "baseline_option", "gate_options", "planned_gates"]

_GATES = "Gates"
_Function = TypeVar("_Function", bound=Callable[..., Any])

_OPTIONS = (
    option(
        _GATES,
        "--fail-under",
        multiple=True,
        metavar="METRIC=LIMIT",
        help='Exit 1 where a metric is lower; repeat for more. "AP=0.40", of a class "AP50[person]=0.6", '
        'of a slice "AP[size:small]=0.2".',
    ),
    option(
        _GATES,
        "--max-drop",
        multiple=True,
        metavar="METRIC=DROP",
        help="Exit 1 where a metric is lower than the baseline's by more, such as AP=0.005.",
    ),
    option(_GATES, "--significant", is_flag=True, help="Let a larger drop pass where chance explains it."),
    option(
        _GATES,
        "--unjudged",
        type=click.Choice(["fail", "pass"]),
        help="What a larger drop does that --significant has too few images to judge. Default: fail.",
    ),
    option(_GATES, "--junit", metavar="[PATH]", help="The gates as JUnit XML."),
)

baseline_option = option(
    _GATES,
    "--baseline",
    metavar="FILE",
    help="What --max-drop compares with: an earlier --json document, or earlier predictions.",
)


class PlannedGates(NamedTuple):
    """What the options ask for; expressions are known to be readable."""

    fail_under: tuple[str, ...]
    max_drop: tuple[str, ...]
    significant: bool
    unjudged: Literal["fail", "pass"]
    groups: str | None
    baseline: str | None


def gate_options(function: _Function) -> _Function:
    """Add the options, in their order."""
    for add in reversed(_OPTIONS):
        function = add(function)
    return function


def planned_gates(options: dict[str, Any], *, junit: bool, baseline: str | None) -> PlannedGates | None:
    """Take the options out of `options`; None where no gate is asked for.

    Raises
    ------
    ArgumentError
        An expression cannot be read.
    click.UsageError
        Options that are of no use without another.
    """
    fail_under, max_drop, significant, unjudged = (
        options.pop(name) for name in ("fail_under", "max_drop", "significant", "unjudged")
    )
    if bool(max_drop) != (baseline is not None):
        raise click.UsageError("--max-drop and --baseline go together: give both or neither.")
    if significant and not max_drop:
        raise click.UsageError("--significant is of no use without --max-drop.")
    if unjudged is not None and not significant:
        raise click.UsageError("--unjudged is of no use without --significant.")
    if not fail_under and not max_drop:
        if junit:
            raise click.UsageError(
                "--junit lists gates, and none is asked for; add --fail-under AP=0.40, say."
            )
        return None
    for text in (*fail_under, *max_drop):
        gating.parse_gate(text)
    return PlannedGates(
        fail_under, max_drop, significant, unjudged or "fail", options.get("groups"), baseline
    )
