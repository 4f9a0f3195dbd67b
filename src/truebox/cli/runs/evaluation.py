"""The run behind ``truebox eval``: read, evaluate, diagnose, write the reports."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from truebox import checking, evaluation, report
from truebox.cli import runs
from truebox.cli.options.protocols import protocol_options, refuse_lacking
from truebox.cli.runs.ending import Look, end_run, joined_summary
from truebox.cli.runs.outputs import Output
from truebox.cli.runs.prepared import WAYS, Prepared, with_choice
from truebox.cli.runs.saying import Said, say
from truebox.cli.terminal.progress import stages
from truebox.datasets import sides_are_tracked
from truebox.diagnosis import equal_scores
from truebox.errors import InputError
from truebox.evaluation import TRACK_PROTOCOLS, detection
from truebox.evaluation.registry import DETECTION_PROTOCOLS, protocol_stated
from truebox.report import blocks, writers

if TYPE_CHECKING:
    from truebox.cli.options.gates import PlannedGates
    from truebox.diagnosis import Gates, Ties
    from truebox.evaluation.any_result import AnyResult

__all__ = ["evaluate_files"]


def evaluate_files(
    outputs: Sequence[Output],
    *,
    gates: PlannedGates | None,
    diagnosis: bool | None,
    protocol: str | None,
    refuse: Callable[[str], None],
    groups: str | None,
    threads: int | None,
    all_classes: bool,
    color: str,
    quiet: bool,
    **asked: Any,
) -> None:
    """Evaluate every predictions file, then write all outputs; nothing is written when one is refused.

    Parameters are the options of ``truebox eval``; `refuse` raises for those that have no meaning with a
    protocol, `asked` are those of the files and the evaluation.

    Raises
    ------
    click.exceptions.Exit
        A gate failed; every output has been written.
    """
    started = time.perf_counter()

    def ready_for(name: str | None, states: tuple[str, ...] = (), told: str | None = None) -> Prepared:
        way = protocol_options(told or name)
        if way.result is not None:
            refuse(told or str(name))
            lacks = getattr(evaluation, way.result).lacks
            kinds = [output.kind for output in outputs]
            refuse_lacking(lacks, kinds, diagnosis=diagnosis, protocol=told or str(name))
        if way.files == "sequences" and asked["reading"][0].get("images") and not _has_page(outputs):
            raise click.UsageError("--images of tracks are shown on a page. Fix: add --report page.html.")
        return with_choice(WAYS[way.files](protocol=name, threads=threads, **asked), name, states)

    with stages() as tell:
        tell("Reading")
        tracked = protocol is None and sides_are_tracked(asked["truth"], asked["predictions"])
        if protocol is None and not tracked:
            refuse(DETECTION_PROTOCOLS[0])
        try:
            ready = ready_for(protocol, told=TRACK_PROTOCOLS[0] if tracked else None)
        except InputError as error:
            stated = None if protocol else protocol_stated(error.states)
            if stated is None:
                raise
            ready = ready_for(stated.name, error.states)
        results, said, checked = _found(
            tell,
            ready,
            gates,
            diagnosis=_wants_diagnosis(diagnosis, outputs),
            asked=diagnosis is True,
            groups=groups,
            in_numbers=any(output.kind == "json" for output in outputs),
            threads=threads,
        )
    end_run(
        outputs,
        _makers(results, said, checked, Look(all_classes, color), asked),
        results=results,
        checked=checked,
        summary=lambda: joined_summary(checked, _tables(results, said, all_classes=all_classes)),
        started=started,
        threads=threads,
        quiet=quiet,
        diagnosis=diagnosis,
        notes=[ready.why, *said.notes, *_oddities(results)],
    )


def _has_page(outputs: Sequence[Output]) -> bool:
    return any(output.kind == "report" for output in outputs)


def _oddities(results: Sequence[Any]) -> list[str]:
    """What `truebox check` would say more about; of detections alone."""
    if any(getattr(result, "ground", None) is None for result in results):
        return []
    line = checking.oddities_in_short(results[0].truth, [result.predictions for result in results])
    return [line] if line else []


def _found(
    tell: Callable[[str], None],
    ready: Prepared,
    gates: PlannedGates | None,
    *,
    diagnosis: bool,
    asked: bool,
    groups: str | None,
    in_numbers: bool,
    threads: int | None,
) -> tuple[list[AnyResult], Said, Gates | None]:
    """Evaluate, diagnose and check."""
    tell("Evaluating")
    results = [ready.evaluated(records) for records in ready.found]
    said = Said()
    if diagnosis:
        tell("Diagnosing")
        said = say(results, asked=asked, groups=groups, threads=threads)
    if said.diagnoses:  # which say the range too
        said = said._replace(ties=tuple(each.ties for each in said.diagnoses))
    else:
        tied = [_with_ties(result, threads, in_numbers=in_numbers) for result in results]
        results = [result for result, _ in tied]
        said = said._replace(ties=tuple(found for _, found in tied))
    checked = None
    if gates is not None:
        tell("Checking gates")
        checked = runs.check_planned(gates, results, ready, threads=threads)
    return results, said, checked


def _wants_diagnosis(asked: bool | None, outputs: Sequence[Output]) -> bool:
    """Whether to diagnose: as asked for, by default where a table or a page is written."""
    return any(output.kind in ("table", "report") for output in outputs) if asked is None else asked


def _with_ties(result: Any, threads: int | None, *, in_numbers: bool) -> tuple[Any, Ties | None]:
    """The result with what is to be said about equal scores, and the ranges where a document has them."""
    if "diagnosis" in result.lacks:
        return result, None
    if not detection.ties_may_matter(result, of_content=in_numbers):
        return result, None
    found = equal_scores.tie_ranges(result, threads)
    if found is None:
        return result, None
    return replace(result, warnings=(*result.warnings, *found.findings)), found


def _makers(
    results: Sequence[Any], said: Said, checked: Gates | None, look: Look, asked: dict[str, Any]
) -> dict[str, Callable[[], str]]:
    """What makes the text of each kind of output."""
    gates, diagnoses, all_classes = checked or (), said.diagnoses, look.all_classes
    images = asked["reading"][0].get("images")
    return {
        "json": lambda: report.to_json(results, diagnoses=diagnoses, ties=said.ties, gates=gates),
        "csv": lambda: report.to_csv(results),
        "md": lambda: report.to_markdown(results, all_classes=all_classes),
        "latex": lambda: report.to_latex(results, all_classes=all_classes),
        "junit": lambda: report.to_junit(gates),
        "report": lambda: _page(results, said, checked, images),
        "events": lambda: report.to_events_csv(results),
        "coco-text": lambda: report.to_coco_text(results[0]),
        "table": lambda: report.to_table(
            results,
            diagnoses=diagnoses,
            difference=said.difference,
            sentences=said.sentences,
            gates=gates,
            **look.for_stdout(),
        ),
    }


def _page(results: Sequence[Any], said: Said, checked: Gates | None, images: Any) -> str:
    return runs.page_text(results, said, checked, images=images)


def _tables(results: Sequence[AnyResult], said: Said, *, all_classes: bool) -> str:
    shown = blocks.result_blocks(results, all_classes=all_classes, alone=True)
    return writers.write_markdown([*shown, *blocks.diagnosis_blocks(said.diagnoses)])
