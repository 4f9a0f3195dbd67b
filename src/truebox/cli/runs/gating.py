"""Gates of a run: checked, said, and turned into the exit code."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from truebox import diagnosis
from truebox.cli.terminal.exit_code import ExitCode
from truebox.cli.terminal.notices import notify
from truebox.diagnosis import gating
from truebox.report import blocks

if TYPE_CHECKING:
    from truebox.cli.options.gates import PlannedGates
    from truebox.cli.runs.outputs import Output
    from truebox.cli.runs.prepared import Prepared
    from truebox.diagnosis import Gates
    from truebox.evaluation.any_result import AnyResult

__all__ = ["check_against", "check_planned", "finish"]


def check_planned(
    planned: PlannedGates, results: Sequence[AnyResult], ready: Prepared, *, threads: int | None
) -> Gates:
    """Check the gates of every result; the baseline is read, and evaluated where it is predictions.

    Parameters
    ----------
    planned : PlannedGates
        What is asked for.
    results : sequence of AnyResult
        Each is held against every gate.
    ready : Prepared
        Reads and evaluates as the results were.
    threads : int or None
        As in `truebox.evaluate`.
    """
    return check_against(planned, results, _baseline(planned.baseline, ready), threads)


def check_against(planned: PlannedGates, results: Sequence[Any], baseline: Any, threads: int | None) -> Gates:
    """Check the gates of every result against a baseline at hand."""
    found = [
        diagnosis.check_gates(
            result,
            planned.fail_under,
            baseline=baseline,
            max_drop=planned.max_drop,
            significant=planned.significant,
            unjudged=planned.unjudged,
            groups=planned.groups,
            threads=threads,
        )
        for result in results
    ]
    notes = dict.fromkeys(note for gates in found for note in gates.notes)
    return diagnosis.Gates(tuple(gate for gates in found for gate in gates), tuple(notes))


def finish(gates: Gates | None, outputs: Sequence[Output], *, quiet: bool) -> None:
    """Print on stderr what no table shows, and end with the exit code of the gates.

    Raises
    ------
    click.exceptions.Exit
        A gate failed.
    """
    if not gates:
        return
    notify(() if quiet else gates.notes)
    if not any(output.kind == "table" for output in outputs):
        lines = zip(gates, blocks.gate_lines(gates), strict=True)
        notify(line for gate, line in lines if not (quiet and gate.passed))
    if not gates.passed:
        raise click.exceptions.Exit(ExitCode.GATE)


def _baseline(path: str | None, ready: Prepared) -> Any:
    """The document, or the result of predictions."""
    if path is None:
        return None
    if not os.path.isdir(path) and gating.is_document(path):
        return path
    return ready.evaluated(ready.read(path))
