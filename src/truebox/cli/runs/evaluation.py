"""The run behind ``truebox eval``: read, evaluate, say what was read, write the reports."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from truebox._native.threads import usable_threads
from truebox.cli.options.geometry import choose_geometry
from truebox.cli.runs import read_ahead
from truebox.cli.runs.outputs import Output, write_outputs
from truebox.cli.terminal.notices import notify
from truebox.cli.terminal.progress import stages
from truebox.cli.terminal.screen import both_on_screen, columns, stdout_on_screen

if TYPE_CHECKING:
    from truebox.cli.runs.gating import PlannedGates
    from truebox.cli.runs.saying import Said
    from truebox.diagnosis import Gates
    from truebox.evaluation import Result
    from truebox.records import Ids, Truth

__all__ = ["evaluate_files", "evaluated_part", "subset"]

_ALL_AREAS = {"all": (0.0, 1e5**2)}  # as the reference bounds it

_PIPE = 100
"""Columns of a table that goes elsewhere: the same wherever it was made."""


def evaluate_files(
    outputs: Sequence[Output],
    *,
    reading: tuple[dict[str, Any], dict[str, Any]],
    gates: PlannedGates | None,
    diagnosis: bool | None,
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

    Raises
    ------
    click.exceptions.Exit
        A gate failed; every output has been written.
    """
    started = time.perf_counter()
    chosen, why = choose_geometry(geometry, predictions)
    with stages() as tell:
        tell("Reading")
        started_reading = read_ahead.take(truth, predictions, threads, chosen, reading)
        # NumPy and what needs it load while the files are read in the background.
        from truebox import evaluation  # noqa: PLC0415  NumPy loads while the files are read

        truth_records, found = started_reading.result()
        parameters |= evaluated_part(truth_records, area_ranges, image_ids, categories)
        parameters["geometry"] = chosen
        if "lenient" in reading[1]:
            parameters["lenient"] = True

        def evaluated(records: Any) -> Result:
            made: Result = evaluation.evaluate(truth_records, records, threads=threads, **parameters)
            return made

        tell("Evaluating")
        results = [evaluated(records) for records in found]
        said = None
        if _wants_diagnosis(diagnosis, outputs):
            from truebox.cli.runs.saying import say  # noqa: PLC0415  runs that print JSON need none

            tell("Diagnosing")
            said = say(results, asked=diagnosis is True, threads=threads)
        if said is None or not said.diagnoses:  # a diagnosis names the range itself
            results = [_with_ties(result, threads) for result in results]
        checked = None
        if gates is not None:
            from truebox.cli.runs.gating import check_planned  # noqa: PLC0415  only gates need it

            tell("Checking gates")
            checked = check_planned(
                gates, results, evaluated, geometry=chosen, read_options=reading[1], threads=threads
            )
    look: dict[str, Any] = {"images": reading[0].get("images"), "all_classes": all_classes, "color": color}
    texts = [_render(output, results, said, checked, **look) for output in outputs]
    if not quiet:
        _tell(
            results,
            threads or usable_threads(),
            time.perf_counter() - started,
            [why, *(said.notes if said else ())],
        )
    write_outputs(outputs, texts)
    if "GITHUB_STEP_SUMMARY" in os.environ and (gates or any(output.kind == "md" for output in outputs)):
        from truebox.cli.runs.step_summary import append_step_summary  # noqa: PLC0415  jobs alone

        append_step_summary(lambda: _summary(results, said, checked, all_classes=all_classes))
    if checked:
        from truebox.cli.runs.gating import finish  # noqa: PLC0415  only gates need it

        finish(checked, outputs, quiet=quiet)


def _wants_diagnosis(asked: bool | None, outputs: Sequence[Output]) -> bool:
    """Whether to diagnose: as asked for, by default where a table or a page is written."""
    return any(output.kind in ("table", "report") for output in outputs) if asked is None else asked


def _with_ties(result: Result, threads: int | None) -> Result:
    from truebox.evaluation.detection.tie_hint import ties_may_matter  # noqa: PLC0415  after NumPy is loaded

    if not ties_may_matter(result):
        return result
    from truebox.diagnosis.equal_scores.tie_finding import with_tie_finding  # noqa: PLC0415  40 ms that few results need

    return with_tie_finding(result, threads)


def _summary(
    results: Sequence[Result], said: Said | None, checked: Gates | None, *, all_classes: bool
) -> str:
    from truebox import report  # noqa: PLC0415  only the writers of the outputs asked for
    from truebox.report.blocks.diagnosis import diagnosis_markdown  # noqa: PLC0415  only Markdown needs it
    from truebox.report.blocks.gates import gate_markdown  # noqa: PLC0415  only Markdown needs it

    parts = [gate_markdown(checked)] if checked else []
    parts.append(report.to_markdown(results, all_classes=all_classes))
    parts += [diagnosis_markdown(said.diagnoses)] if said and said.diagnoses else []
    return "\n".join(parts)


def evaluated_part(
    truth: Truth,
    area_ranges: Sequence[tuple[str, tuple[float, float]]],
    image_ids: Sequence[str] | None,
    categories: Sequence[str] | None,
) -> dict[str, Any]:
    """Return what `evaluate` takes for the part of the truth that the options name."""
    return {
        "area_ranges": {**_ALL_AREAS, **dict(area_ranges)} if area_ranges else None,
        "images": subset(image_ids, truth.images.ids),
        "categories": subset(categories, truth.categories.ids),
    }


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


def _render(
    output: Output,
    results: Sequence[Result],
    said: Said | None,
    checked: Gates | None,
    *,
    images: Any,
    all_classes: bool,
    color: str,
) -> str:
    """Return the text of one output; each imports only what it needs."""
    from truebox import report  # noqa: PLC0415  only the writers of the outputs asked for

    diagnoses = said.diagnoses if said else ()
    makers: dict[str, Callable[[], str]] = {
        "json": lambda: report.to_json(results, diagnoses=diagnoses, gates=checked or ()),
        "csv": lambda: report.to_csv(results),
        "md": lambda: report.to_markdown(results, all_classes=all_classes),
        "latex": lambda: report.to_latex(results, all_classes=all_classes),
        "junit": lambda: report.to_junit(checked or ()),
        "report": lambda: _page(results, said, checked, images),
        "coco-text": lambda: report.to_coco_text(results[0]),
    }
    if output.kind in makers:
        return makers[output.kind]()
    styled = color == "always" or (color == "auto" and stdout_on_screen())
    table = report.to_table(
        results,
        all_classes=all_classes,
        styled=styled,
        width=columns() if styled else _PIPE,
        diagnoses=diagnoses,
        difference=said.difference if said else None,
    )
    if not checked:
        return table
    from truebox.cli.runs.gating import gate_text  # noqa: PLC0415  only gates need it

    return table + gate_text(checked)


def _page(results: Sequence[Result], said: Said | None, checked: Gates | None, images: Any) -> str:
    from truebox.cli.runs.report_page import page_text  # noqa: PLC0415  only a page needs it
    from truebox.cli.runs.saying import Said  # noqa: PLC0415  only a page needs it

    return page_text(results, said or Said(), checked, images=images)


def _tell(results: Sequence[Result], threads: int, seconds: float, notes: Sequence[str]) -> None:
    from truebox.report.blocks.messages import finding_lines, protocol_line, read_lines  # noqa: PLC0415  --quiet needs none

    lines = read_lines(results[0].truth, [result.predictions for result in results])
    lines += [note for note in notes[:1] if note]
    lines.append(protocol_line(results[0], threads=threads, seconds=seconds))
    lines += [*finding_lines(results), *notes[1:]]
    if both_on_screen():
        lines.append("")  # the table follows
    notify(lines)
