"""The run behind ``truebox eval``: read, evaluate, say what was read, write the reports."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from truebox._native.threads import usable_threads
from truebox.cli import read_ahead
from truebox.cli.geometry import choose_geometry
from truebox.cli.notices import notify
from truebox.cli.outputs import Output, write_file, write_stdout
from truebox.cli.screen import both_on_screen, columns, stdout_on_screen

if TYPE_CHECKING:
    from truebox.evaluation import Result
    from truebox.records import Ids

__all__ = ["ALL_AREAS", "evaluate_files", "subset"]

ALL_AREAS = {"all": (0.0, 1e5**2)}  # as the reference bounds it


def evaluate_files(
    outputs: Sequence[Output],
    *,
    reading: tuple[dict[str, Any], dict[str, Any]],
    truth: str,
    predictions: Sequence[str],
    categories: Sequence[str] | None,
    image_ids: Sequence[str] | None,
    area_ranges: Sequence[tuple[str, tuple[float, float]]],
    geometry: str | None,
    threads: int | None,
    all_classes: bool,
    color: str,
    quiet: bool,
    **parameters: Any,
) -> None:
    """Evaluate every predictions file, then write all outputs; nothing is written when one is refused.

    Parameters are the options of ``truebox eval``, those of reading by side; `parameters` go to
    `evaluate` as they are.
    """
    started = time.perf_counter()
    chosen, why = choose_geometry(geometry, predictions)
    started_reading = read_ahead.take(truth, predictions, threads, chosen, reading)
    # NumPy and what needs it load while the files are read in the background.
    from truebox import evaluation  # noqa: PLC0415

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
    texts = [
        _page(results, reading[0].get("images"))
        if output.kind == "report"
        else _render(output, results, all_classes=all_classes, color=color)
        for output in outputs
    ]
    if not quiet:
        _tell(results, threads or usable_threads(), time.perf_counter() - started, why)
    for output, text in sorted(zip(outputs, texts, strict=True), key=lambda pair: pair[0].target == "-"):
        if output.target == "-":
            write_stdout(text)
        else:
            write_file(output.target, text)


def subset(names: Sequence[str] | None, ids: Ids) -> list[int | str] | None:
    """Return ids in the type the truth uses; what is no number stays a name."""
    if names is None:
        return None
    if ids.are_strings:
        return list(names)
    return [_number_or_name(name) for name in names]


def _number_or_name(text: str) -> int | str:
    try:
        return int(text)
    except ValueError:
        return text


def _page(results: Sequence[Result], images: Any) -> str:
    """Return the report page, with the command that makes it again."""
    import shlex  # noqa: PLC0415  few ask for a page
    import sys  # noqa: PLC0415

    from truebox.report.page import to_page  # noqa: PLC0415

    command = shlex.join(["truebox", *sys.argv[1:]])
    return to_page(results, images=images, command=command)


def _render(output: Output, results: Sequence[Result], *, all_classes: bool, color: str) -> str:
    """Return the text of one output; each imports only what it needs."""
    from truebox import report  # noqa: PLC0415

    if output.kind == "json":
        return report.to_json(results)
    if output.kind == "csv":
        return report.to_csv(results)
    if output.kind == "md":
        return report.to_markdown(results, all_classes=all_classes)
    if output.kind == "coco-text":
        return report.to_coco_text(results[0])
    styled = color == "always" or (color == "auto" and stdout_on_screen())
    return report.to_table(results, all_classes=all_classes, styled=styled, width=columns())


def _tell(results: Sequence[Result], threads: int, seconds: float, why: str) -> None:
    from truebox.report.messages import finding_lines, protocol_line, read_lines  # noqa: PLC0415

    lines = read_lines(results[0].truth, [result.predictions for result in results])
    lines += [why] if why else []
    lines.append(protocol_line(results[0], threads=threads, seconds=seconds))
    lines += finding_lines(results)
    if both_on_screen():
        lines.append("")  # the table follows
    notify(lines)
