"""The run behind ``truebox compare``: read, evaluate, compare, write the reports."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from truebox import diagnosis, report
from truebox.cli.options.names import with_names
from truebox.cli.options.protocols import protocol_options
from truebox.cli.runs.ending import Look, end_run, joined_summary
from truebox.cli.runs.gating import check_against
from truebox.cli.runs.outputs import Output
from truebox.cli.runs.prepared import WAYS, Prepared
from truebox.cli.runs.saying import idle_pictures
from truebox.cli.terminal.progress import stages
from truebox.datasets import sides_are_tracked
from truebox.errors import InputError
from truebox.evaluation import TRACK_PROTOCOLS, followed_protocol
from truebox.evaluation.registry import DETECTION_PROTOCOLS, protocol_stated

if TYPE_CHECKING:
    from truebox.cli.options.gates import PlannedGates
    from truebox.diagnosis import Comparison, Gates

__all__ = ["compare_files"]


def compare_files(
    outputs: Sequence[Output],
    *,
    gates: PlannedGates | None,
    refuse: Callable[[str], None],
    replicates: int | None,
    level: float,
    seed: int,
    groups: str | None,
    most_movers: int,
    names: Sequence[str],
    threads: int | None,
    all_classes: bool,
    color: str,
    quiet: bool,
    **asked: Any,
) -> None:
    """Evaluate every predictions file, compare each with the first, then write all outputs.

    Parameters are the options of ``truebox compare``; `refuse` raises for those that have no meaning with a
    protocol, `asked` are those of the files and the evaluation.

    Raises
    ------
    click.exceptions.Exit
        A gate failed; every output has been written.
    """
    started = time.perf_counter()
    drawn = {
        "replicates": replicates,
        "level": level,
        "seed": seed,
        "groups": groups,
        "most_movers": most_movers,
    }
    with stages() as tell:
        tell("Reading")
        protocol = asked["protocol"] = asked["protocol"] or followed_protocol(asked["truth"])
        tracked = protocol is None and sides_are_tracked(asked["truth"], asked["predictions"])
        told = TRACK_PROTOCOLS[0] if tracked else protocol
        refuse(told or DETECTION_PROTOCOLS[0])
        way = protocol_options(told)
        if way.files == "sequences" and asked["reading"][0].get("images"):
            raise click.UsageError("--images of tracks are shown on a page, and a comparison makes none.")
        try:
            ready = WAYS[way.files](threads=threads, **asked)
        except InputError as error:
            stated = None if protocol or tracked else protocol_stated(error.states)
            if stated is None:
                raise
            asked["protocol"] = stated.name
            refuse(stated.name)
            ready = WAYS[protocol_options(stated.name).files](threads=threads, **asked)
        comparison, checked = _compared(tell, ready, gates, threads, drawn=drawn, names=names)
    end_run(
        outputs,
        _makers(comparison, checked, Look(all_classes, color)),
        results=comparison.results,
        checked=checked,
        summary=lambda: joined_summary(
            checked, report.to_comparison_markdown(comparison, all_classes=all_classes)
        ),
        started=started,
        threads=threads,
        quiet=quiet,
        notes=[
            ready.why,
            *([comparison.hint] if comparison.hint else []),
            *idle_pictures(comparison.results[0], asked["reading"]),
        ],
    )


def _compared(
    tell: Callable[[str], None],
    ready: Prepared,
    gates: PlannedGates | None,
    threads: int | None,
    *,
    drawn: dict[str, Any],
    names: Sequence[str],
) -> tuple[Comparison, Gates | None]:
    """Evaluate, compare and check."""
    tell("Evaluating")
    results = with_names([ready.evaluated(records) for records in ready.found], names)
    tell("Comparing")
    comparison = diagnosis.compare(*results, threads=threads, **drawn)
    checked = None
    if gates is not None:
        tell("Checking gates")
        checked = check_against(gates, results[1:], results[0] if gates.max_drop else None, threads)
    return comparison, checked


def _makers(comparison: Comparison, checked: Gates | None, look: Look) -> dict[str, Callable[[], str]]:
    """What makes the text of each kind of output."""
    gates = checked or ()
    return {
        "json": lambda: report.to_json(comparison, gates=gates),
        "csv": lambda: report.to_comparison_csv(comparison),
        "md": lambda: report.to_comparison_markdown(comparison, all_classes=look.all_classes),
        "latex": lambda: report.to_comparison_latex(comparison),
        "junit": lambda: report.to_junit(gates),
        "table": lambda: report.to_comparison_table(comparison, gates=gates, **look.for_stdout()),
    }
