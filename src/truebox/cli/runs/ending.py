"""How every run that evaluates ends: outputs made, what was read said, all written, gates held."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from truebox import report
from truebox._named import NamedTuple
from truebox._native.threads import usable_threads
from truebox.cli import runs
from truebox.cli.options.protocols import refuse_lacking
from truebox.cli.runs.outputs import Made, Output, write_outputs
from truebox.cli.terminal.notices import notify
from truebox.cli.terminal.screen import both_on_screen, columns, stdout_on_screen
from truebox.cli.terminal.standard_output import write_stdout
from truebox.report import blocks, writers

if TYPE_CHECKING:
    from truebox.diagnosis import Gates
    from truebox.evaluation.any_result import AnyResult

__all__ = ["Look", "end_run", "joined_summary", "print_first"]

_PIPE = 100
"""Columns of a table that goes elsewhere: the same wherever it was made."""


class Look(NamedTuple):
    """How tables look.

    Parameters
    ----------
    all_classes : bool
    color : {"auto", "always", "never"}
    """

    all_classes: bool
    color: str

    def for_stdout(self) -> dict[str, Any]:
        """What the functions that make a table take."""
        styled = self.color == "always" or (self.color == "auto" and stdout_on_screen())
        return {"all_classes": self.all_classes, "styled": styled, "width": columns() if styled else _PIPE}


def end_run(
    outputs: Sequence[Output],
    makers: Mapping[str, Callable[[], Made]],
    *,
    results: Sequence[AnyResult],
    checked: Gates | None,
    summary: Callable[[], str],
    started: float,
    threads: int | None,
    quiet: bool,
    diagnosis: bool | None = None,
    notes: Sequence[str] | None = (),
    after: Sequence[str] = (),
) -> None:
    """Make every output, say what was read, write all, append the job's summary, and hold the gates.

    Parameters
    ----------
    outputs : sequence of Output
        What is written where.
    makers : mapping
        Kind of output to what makes its text; each imports only what it needs.
    results : sequence of AnyResult
        What was evaluated.
    checked : Gates or None
        The gates, where any are asked for.
    summary : callable
        Makes the summary of a job.
    started : float
        When the run began.
    threads : int or None
        As asked for.
    quiet : bool
        Say nothing on stderr but what failed.
    diagnosis : bool or None
        Whether one was asked for.
    notes : sequence of str or None
        The first is said after what was read, the others last; empty ones are not. None where `print_first`
        has said all of this.
    after : sequence of str
        What is said in that case.

    Raises
    ------
    click.UsageError
        An output that such results lack.
    click.exceptions.Exit
        A gate failed; every output has been written.
    """
    first = results[0]
    refuse_lacking(
        first.lacks, [output.kind for output in outputs], diagnosis=diagnosis, protocol=first.protocol
    )
    texts = [makers[output.kind]() for output in outputs]
    if not quiet and notes is None:
        notify(after)
    elif not quiet:
        _tell(results, threads or usable_threads(), time.perf_counter() - started, notes or ())
    write_outputs(outputs, texts)
    if "GITHUB_STEP_SUMMARY" in os.environ and (checked or any(output.kind == "md" for output in outputs)):
        runs.append_step_summary(summary)
    if checked:
        runs.finish(checked, outputs, quiet=quiet)


def print_first(
    results: Sequence[AnyResult],
    look: Look,
    notes: Sequence[str],
    *,
    started: float,
    threads: int | None,
    quiet: bool,
) -> None:
    """Say what was read and print the table of the results, before more is found out about them.

    Parameters are those of `end_run`.
    """
    if not quiet:
        _tell(results, threads or usable_threads(), time.perf_counter() - started, notes)
    write_stdout(report.to_table(results, **look.for_stdout()) + "\n")


def joined_summary(checked: Gates | None, tables: str) -> str:
    """Return the summary of a job: gates first, then the tables."""
    return "\n".join([*([writers.gate_markdown(checked)] if checked else []), tables])


def _tell(results: Sequence[AnyResult], threads: int, seconds: float, notes: Sequence[str]) -> None:
    lines = blocks.read_lines(results)
    lines += [note for note in notes[:1] if note]
    lines.append(blocks.protocol_line(results, threads=threads, seconds=seconds))
    lines += [*blocks.finding_lines(results), *notes[1:]]
    if both_on_screen():
        lines.append("")  # the table follows
    notify(lines)
