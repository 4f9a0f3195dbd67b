"""The run behind ``truebox eval --protocol panoptic``."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from truebox.cli.runs.outputs import Output, write_file, write_stdout
from truebox.cli.terminal.notices import notify
from truebox.cli.terminal.screen import both_on_screen, columns, stdout_on_screen

if TYPE_CHECKING:
    from pathlib import Path

    from truebox.evaluation import PanopticResult
    from truebox.records.panoptic import PanopticSegments
    from truebox.typing import Mode

__all__ = ["evaluate_panoptic_files"]


def evaluate_panoptic_files(
    outputs: Sequence[Output],
    *,
    truth: str,
    predictions: Sequence[str],
    truth_maps: Path | None,
    predictions_maps: Sequence[Path],
    mode: Mode,
    image_ids: Sequence[str] | None,
    threads: int | None,
    all_classes: bool,
    color: str,
    quiet: bool,
    **others: Any,
) -> None:
    """Evaluate every predictions file, then write all outputs; nothing is written when one is refused.

    Parameters are the options of ``truebox eval``; `others` are those that only boxes have.
    """
    _refuse_others(others, outputs)
    folders = _folders(predictions_maps, predictions)
    started = time.perf_counter()
    # After the usage is known to be right.
    from truebox._native.threads import usable_threads  # noqa: PLC0415  NumPy, which help does not need
    from truebox.evaluation import evaluate_panoptic  # noqa: PLC0415  NumPy, which help does not need

    images = None if image_ids is None else [_id(name) for name in image_ids]
    results = [
        evaluate_panoptic(
            truth,
            path,
            truth_folder=truth_maps,
            predictions_folder=folder,
            mode=mode,
            images=images,
            threads=threads,
        )
        for path, folder in zip(predictions, folders, strict=True)
    ]
    texts = [_render(output, results, all_classes=all_classes, color=color) for output in outputs]
    if not quiet:
        _tell(results, threads or usable_threads(), time.perf_counter() - started)
    for output, text in sorted(zip(outputs, texts, strict=True), key=lambda pair: pair[0].target == "-"):
        if output.target == "-":
            write_stdout(text)
        else:
            write_file(output.target, text)


def _folders(given: Sequence[Path], predictions: Sequence[str]) -> Sequence[Path | None]:
    """Of the PNGs of each predictions file; None for the one beside it."""
    if given and len(given) != len(predictions):
        raise click.UsageError(
            f"--predictions-maps is given {len(given)} times for {len(predictions)} predictions files; "
            "give it once for each, in their order, or not at all."
        )
    return given or [None] * len(predictions)


def _refuse_others(others: dict[str, Any], outputs: Sequence[Output]) -> None:
    flags = {"area_ranges": "--area-range"}
    defaults = {"protocol": "panoptic", "geometry": (None, "boxes"), "dilation_ratio": 0.02}
    for name, value in others.items():
        usual = defaults.get(name, (None, False, ()))
        if value not in (usual if isinstance(usual, tuple) else (usual,)):
            flag = flags.get(name, f"--{name.replace('_', '-')}")
            raise click.UsageError(f"{flag} has no meaning with --protocol panoptic.")
    if any(output.kind == "report" for output in outputs):
        raise click.UsageError("--report has no meaning with --protocol panoptic.")
    if any(output.kind == "coco-text" for output in outputs):
        raise click.UsageError("--coco-text has no meaning with --protocol panoptic.")


def _id(name: str) -> int | str:
    return int(name) if name.lstrip("-").isdecimal() else name


def _render(output: Output, results: Sequence[PanopticResult], *, all_classes: bool, color: str) -> str:
    from truebox import report  # noqa: PLC0415  only the writers of the outputs asked for
    from truebox.report.writers import panoptic_text  # noqa: PLC0415  only tables need it

    if output.kind == "json":
        return report.to_json(results)
    if output.kind == "csv":
        return panoptic_text.panoptic_csv(results)
    if output.kind == "md":
        return panoptic_text.panoptic_markdown(results, all_classes=all_classes)
    styled = color == "always" or (color == "auto" and stdout_on_screen())
    return panoptic_text.panoptic_table(results, all_classes=all_classes, styled=styled, width=columns())


def _tell(results: Sequence[PanopticResult], threads: int, seconds: float) -> None:
    from truebox.report.blocks.messages import finding_lines  # noqa: PLC0415  --quiet needs none

    lines = [_read_line("truth", results[0].truth)]
    lines += [_read_line("predictions", result.predictions) for result in results]
    counted = f"{threads} thread{'' if threads == 1 else 's'}"
    lines.append(f"protocol panoptic {results[0].mode} · {counted} · {seconds:.2f} s")
    lines += finding_lines(results)
    if both_on_screen():
        lines.append("")  # the table follows
    notify(lines)


def _read_line(label: str, read: PanopticSegments) -> str:
    held = [f"{len(read.images):,} images", f"{len(read):,} segments"]
    crowds = int(read.crowd.sum())
    held += [f"{crowds:,} crowd"] if crowds else []
    return f"{label:<11}  {read.source.name}  {read.source.description}  {' · '.join(held)}"
