"""The run behind ``truebox compare``: read, evaluate, compare, write the reports."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from truebox._native.threads import usable_threads
from truebox.cli import read_ahead
from truebox.cli.evaluation_run import ALL_AREAS, subset
from truebox.cli.geometry import choose_geometry
from truebox.cli.notices import notify
from truebox.cli.outputs import Output, write_file, write_stdout
from truebox.cli.screen import both_on_screen, columns, stdout_on_screen

if TYPE_CHECKING:
    from truebox.diagnosis import Comparison

__all__ = ["compare_files"]


def compare_files(
    outputs: Sequence[Output],
    *,
    reading: tuple[dict[str, Any], dict[str, Any]],
    truth: str,
    predictions: Sequence[str],
    categories: Sequence[str] | None,
    image_ids: Sequence[str] | None,
    area_ranges: Sequence[tuple[str, tuple[float, float]]],
    geometry: str | None,
    replicates: int,
    level: float,
    seed: int,
    most_movers: int,
    threads: int | None,
    all_classes: bool,
    color: str,
    quiet: bool,
    **parameters: Any,
) -> None:
    """Evaluate every predictions file, compare each with the first, then write all outputs.

    Parameters are the options of ``truebox compare``; `parameters` go to `evaluate` as they are.
    """
    started = time.perf_counter()
    chosen, why = choose_geometry(geometry, predictions)
    started_reading = read_ahead.take(truth, predictions, threads, chosen, reading)
    from truebox import diagnosis, evaluation  # noqa: PLC0415  NumPy loads while the files are read

    truth_records, found = started_reading.result()
    parameters |= {
        "area_ranges": {**ALL_AREAS, **dict(area_ranges)} if area_ranges else None,
        "images": subset(image_ids, truth_records.images.ids),
        "geometry": chosen,
        "categories": subset(categories, truth_records.categories.ids),
    }
    if "lenient" in reading[1]:
        parameters["lenient"] = True
    results = [
        evaluation.evaluate(truth_records, records, threads=threads, **parameters) for records in found
    ]
    comparison = diagnosis.compare(
        *results, replicates=replicates, level=level, seed=seed, most_movers=most_movers, threads=threads
    )
    texts = [_render(output, comparison, all_classes=all_classes, color=color) for output in outputs]
    if not quiet:
        _tell(comparison, threads or usable_threads(), time.perf_counter() - started, why)
    for output, text in sorted(zip(outputs, texts, strict=True), key=lambda pair: pair[0].target == "-"):
        if output.target == "-":
            write_stdout(text)
        else:
            write_file(output.target, text)


def _render(output: Output, comparison: Comparison, *, all_classes: bool, color: str) -> str:
    """Return the text of one output; each imports only what it needs."""
    from truebox import report  # noqa: PLC0415

    if output.kind == "json":
        return report.to_json(comparison)
    if output.kind == "csv":
        return report.to_comparison_csv(comparison)
    if output.kind == "md":
        return report.to_comparison_markdown(comparison, all_classes=all_classes)
    styled = color == "always" or (color == "auto" and stdout_on_screen())
    return report.to_comparison_table(comparison, all_classes=all_classes, styled=styled, width=columns())


def _tell(comparison: Comparison, threads: int, seconds: float, why: str) -> None:
    from truebox.report.messages import finding_lines, protocol_line, read_lines  # noqa: PLC0415

    results = comparison.results
    lines = read_lines(results[0].truth, [result.predictions for result in results])
    lines += [why] if why else []
    lines.append(protocol_line(results[0], threads=threads, seconds=seconds))
    lines += finding_lines(results)
    if both_on_screen():
        lines.append("")  # the table follows
    notify(lines)
