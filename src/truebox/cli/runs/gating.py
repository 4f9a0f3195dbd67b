"""Gates of a run: checked, said, and turned into the exit code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from truebox.cli.terminal.exit_code import ExitCode
from truebox.cli.terminal.notices import notify

if TYPE_CHECKING:
    from truebox.cli.runs.outputs import Output
    from truebox.diagnosis import Gates
    from truebox.evaluation import Result
    from truebox.typing import Geometry

__all__ = ["PlannedGates", "check_against", "check_planned", "finish", "gate_text"]


@dataclass(frozen=True, slots=True)
class PlannedGates:
    """What the options ask for; expressions are known to be readable."""

    fail_under: tuple[str, ...]
    max_drop: tuple[str, ...]
    significant: bool
    baseline: str | None


def check_planned(
    planned: PlannedGates,
    results: Sequence[Result],
    evaluated: Callable[[Any], Result],
    *,
    geometry: Geometry,
    read_options: Mapping[str, Any],
    threads: int | None,
) -> Gates:
    """Check the gates of every result; the baseline is read, and evaluated where it is predictions.

    Parameters
    ----------
    planned : PlannedGates
        What is asked for.
    results : sequence of Result
        Each is held against every gate.
    evaluated : callable
        Evaluates records as the results were.
    geometry : str
        Of the results.
    read_options : mapping
        Of the predictions.
    threads : int or None
        As in `truebox.evaluate`.
    """
    baseline = _baseline(planned.baseline, geometry, evaluated, read_options, threads)
    return check_against(planned, results, baseline, threads)


def check_against(
    planned: PlannedGates, results: Sequence[Result], baseline: Any, threads: int | None
) -> Gates:
    """Check the gates of every result against a baseline at hand."""
    from truebox.diagnosis import Gates, check_gates  # noqa: PLC0415  only gates need it

    found = [
        check_gates(
            result,
            planned.fail_under,
            baseline=baseline,
            max_drop=planned.max_drop,
            significant=planned.significant,
            threads=threads,
        )
        for result in results
    ]
    notes = dict.fromkeys(note for gates in found for note in gates.notes)
    return Gates(tuple(gate for gates in found for gate in gates), tuple(notes))


def gate_text(gates: Gates | None) -> str:
    """Return the lines beneath a table, with an empty one before them."""
    if not gates:
        return ""
    from truebox.report.blocks.gates import gate_lines  # noqa: PLC0415  only gates need it

    return "".join(f"{line}\n" for line in ("", *gate_lines(gates)))


def finish(gates: Gates | None, outputs: Sequence[Output], *, quiet: bool) -> None:
    """Print on stderr what no table shows, and end with the exit code of the gates.

    Raises
    ------
    click.exceptions.Exit
        A gate failed.
    """
    if not gates:
        return
    from truebox.report.blocks.gates import gate_lines  # noqa: PLC0415  only gates need it

    notify(() if quiet else gates.notes)
    if not any(output.kind == "table" for output in outputs):
        lines = zip(gates, gate_lines(gates), strict=True)
        notify(line for gate, line in lines if not (quiet and gate.passed))
    if not gates.passed:
        raise click.exceptions.Exit(ExitCode.GATE)


def _baseline(
    path: str | None,
    geometry: Geometry,
    evaluated: Callable[[Any], Result],
    read_options: Mapping[str, Any],
    threads: int | None,
) -> Any:
    if path is None:
        return None
    import os  # noqa: PLC0415  only a baseline needs it

    from truebox.diagnosis.gating.gate_baseline import is_document  # noqa: PLC0415  only gates need it

    if not os.path.isdir(path) and is_document(path):
        return path
    from truebox.datasets import read_predictions  # noqa: PLC0415  only a baseline needs it

    return evaluated(read_predictions(path, geometry=geometry, threads=threads, **read_options))
