"""The run behind ``truebox compare``: read, evaluate, compare, write the reports."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from truebox._native.threads import usable_threads
from truebox.cli.options.geometry import choose_geometry
from truebox.cli.runs import read_ahead
from truebox.cli.runs.evaluation import evaluated_part
from truebox.cli.runs.outputs import Output, write_outputs
from truebox.cli.terminal.notices import notify
from truebox.cli.terminal.progress import stages
from truebox.cli.terminal.screen import both_on_screen, columns, stdout_on_screen

if TYPE_CHECKING:
    from truebox.cli.runs.gating import PlannedGates
    from truebox.diagnosis import Comparison, Gates
    from truebox.typing import Geometry

__all__ = ["compare_files"]


def compare_files(
    outputs: Sequence[Output],
    *,
    gates: PlannedGates | None,
    predictions: Sequence[str],
    geometry: str | None,
    threads: int | None,
    all_classes: bool,
    color: str,
    quiet: bool,
    **options: Any,
) -> None:
    """Evaluate every predictions file, compare each with the first, then write all outputs.

    Parameters are the options of ``truebox compare``.

    Raises
    ------
    click.exceptions.Exit
        A gate failed; every output has been written.
    """
    started = time.perf_counter()
    chosen, why = choose_geometry(geometry, predictions)
    with stages() as tell:
        comparison, checked = _compared(
            tell, gates, predictions=predictions, geometry=chosen, threads=threads, **options
        )
    texts = [_render(output, comparison, checked, all_classes=all_classes, color=color) for output in outputs]
    if not quiet:
        _tell(comparison, threads or usable_threads(), time.perf_counter() - started, why)
    write_outputs(outputs, texts)
    if "GITHUB_STEP_SUMMARY" in os.environ and (gates or any(output.kind == "md" for output in outputs)):
        from truebox.cli.runs.step_summary import append_step_summary  # noqa: PLC0415  jobs alone

        append_step_summary(lambda: _summary(comparison, checked, all_classes=all_classes))
    if checked:
        from truebox.cli.runs.gating import finish  # noqa: PLC0415  only gates need it

        finish(checked, outputs, quiet=quiet)


def _compared(
    tell: Callable[[str], None],
    gates: PlannedGates | None,
    *,
    reading: tuple[dict[str, Any], dict[str, Any]],
    truth: str,
    predictions: Sequence[str],
    categories: Sequence[str] | None,
    image_ids: Sequence[str] | None,
    area_ranges: Sequence[tuple[str, tuple[float, float]]],
    geometry: Geometry,
    replicates: int,
    level: float,
    seed: int,
    most_movers: int,
    threads: int | None,
    **parameters: Any,
) -> tuple[Comparison, Gates | None]:
    """Read, evaluate, compare and check; `parameters` go to `evaluate` as they are."""
    tell("Reading")
    started_reading = read_ahead.take(truth, predictions, threads, geometry, reading)
    from truebox import diagnosis, evaluation  # noqa: PLC0415  NumPy loads while the files are read

    truth_records, found = started_reading.result()
    parameters |= evaluated_part(truth_records, area_ranges, image_ids, categories)
    parameters["geometry"] = geometry
    if "lenient" in reading[1]:
        parameters["lenient"] = True
    tell("Evaluating")
    results = [
        evaluation.evaluate(truth_records, records, threads=threads, **parameters) for records in found
    ]
    tell("Comparing")
    comparison = diagnosis.compare(
        *results, replicates=replicates, level=level, seed=seed, most_movers=most_movers, threads=threads
    )
    checked = None
    if gates is not None:
        from truebox.cli.runs.gating import check_against  # noqa: PLC0415  only gates need it

        tell("Checking gates")
        checked = check_against(gates, results[1:], results[0] if gates.max_drop else None, threads)
    return comparison, checked


def _render(
    output: Output, comparison: Comparison, checked: Gates | None, *, all_classes: bool, color: str
) -> str:
    """Return the text of one output; each imports only what it needs."""
    from truebox import report  # noqa: PLC0415  only the writers of the outputs asked for

    if output.kind == "json":
        return report.to_json(comparison, gates=checked or ())
    if output.kind == "csv":
        return report.to_comparison_csv(comparison)
    if output.kind == "md":
        return report.to_comparison_markdown(comparison, all_classes=all_classes)
    if output.kind == "junit":
        return report.to_junit(checked or ())
    styled = color == "always" or (color == "auto" and stdout_on_screen())
    table = report.to_comparison_table(comparison, all_classes=all_classes, styled=styled, width=columns())
    if not checked:
        return table
    from truebox.cli.runs.gating import gate_text  # noqa: PLC0415  only gates need it

    return table + gate_text(checked)


def _summary(comparison: Comparison, checked: Gates | None, *, all_classes: bool) -> str:
    from truebox import report  # noqa: PLC0415  only the writers of the outputs asked for
    from truebox.report.blocks.gates import gate_markdown  # noqa: PLC0415  only Markdown needs it

    table = report.to_comparison_markdown(comparison, all_classes=all_classes)
    return f"{gate_markdown(checked)}\n{table}" if checked else table


def _tell(comparison: Comparison, threads: int, seconds: float, why: str) -> None:
    from truebox.report.blocks.messages import finding_lines, protocol_line, read_lines  # noqa: PLC0415  --quiet needs none

    results = comparison.results
    lines = read_lines(results[0].truth, [result.predictions for result in results])
    lines += [why] if why else []
    lines.append(protocol_line(results[0], threads=threads, seconds=seconds))
    lines += finding_lines(results)
    if both_on_screen():
        lines.append("")  # the table follows
    notify(lines)
