"""The run behind ``truebox eval``: read, evaluate, diagnose, write the reports."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from truebox import checking, datasets, evaluation, report
from truebox._lazily import deferred
from truebox._named import NamedTuple
from truebox.cli import runs
from truebox.cli.options.protocols import protocol_options, refuse_lacking
from truebox.cli.runs import result_first
from truebox.cli.runs.ending import Look, end_run, joined_summary, print_first
from truebox.cli.runs.outputs import PAGE_SERVED, Made, Output
from truebox.cli.runs.prepared import WAYS, Prepared, with_choice
from truebox.cli.runs.saying import NO_INTERVALS, Said, beyond_memory, idle_pictures, say, waits_too_long
from truebox.cli.terminal.progress import stages
from truebox.datasets import sides_are_tracked
from truebox.diagnosis import equal_scores
from truebox.errors import InputError
from truebox.evaluation import TRACK_PROTOCOLS, detection
from truebox.evaluation.registry import DETECTION_PROTOCOLS, protocol_stated
from truebox.report import blocks, writers

if TYPE_CHECKING:
    import click

    from truebox.cli.options import names as names_option
    from truebox.cli.options.gates import PlannedGates
    from truebox.diagnosis import Gates, Ties
    from truebox.evaluation.any_result import AnyResult
    from truebox.report import PageParts
else:
    click = deferred("click")  # only what is refused needs it (15 ms)
    names_option = deferred("truebox.cli.options.names")  # only --names needs it, and the parser (15 ms)

__all__ = ["evaluate_files"]

_SOON = 0.3
"""Seconds after which the line of a diagnosis is shown: the result stands there already."""


class _Found(NamedTuple):
    """Results, what was said of them, and their gates."""

    results: Sequence[Any]
    said: Said
    checked: Gates | None


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
    names: Sequence[str] = (),
    serve: Callable[[Sequence[Any], Callable[[], PageParts]], None] | None = None,
    **asked: Any,
) -> None:
    """Evaluate every predictions file, then write all outputs; nothing is written when one is refused.

    Parameters are the options of ``truebox eval``; `refuse` raises for those that have no meaning with a
    protocol, `serve` shows a page that is not written, `asked` are those of the files and the evaluation.

    Raises
    ------
    click.exceptions.Exit
        A gate failed; every output has been written.
    """
    started, kinds = time.perf_counter(), [output.kind for output in outputs]
    asked |= {"kinds": kinds, "quiet": quiet}

    def ready_for(name: str | None, states: tuple[str, ...] = (), told: str | None = None) -> Prepared:
        way = protocol_options(told or name)
        if way.result is not None:
            refuse(told or str(name))
            lacks = getattr(evaluation, way.result).lacks
            refuse_lacking(lacks, kinds, diagnosis=diagnosis, protocol=told or str(name))
            _refuse_folder(outputs, f"{way.files} such as these")
        if way.files == "sequences" and asked["reading"][0].get("images") and "report" not in kinds:
            raise click.UsageError("--images of tracks are shown on a page. Fix: add --report page.html.")
        return with_choice(WAYS[way.files](protocol=name, threads=threads, **asked), name, states)

    look = Look(all_classes, color)
    wanted = _wants_diagnosis(diagnosis, outputs)
    _refuse_idle_groups(groups, gates, wanted=wanted)
    skippable = wanted and result_first.may_skip(outputs, asked=diagnosis)

    def find(tell: Callable[[str], None]) -> _Found:
        said = Said()
        scarce = (
            diagnosis is None and "report" not in kinds and beyond_memory(results, asked.get("max_memory"))
        )
        if wanted and scarce:
            said = scarce
        elif wanted and diagnosis is None and serve is not None and waits_too_long(results):
            said = Said(notes=(NO_INTERVALS,))
        elif wanted:
            tell("Diagnosing")
            said = result_first.said_or_skipped(
                lambda: say(
                    results,
                    asked=diagnosis is True,
                    groups=groups,
                    threads=threads,
                    marked="latex" in kinds,
                    in_numbers="json" in kinds,
                ),
                skippable=skippable,
            )
        return _checked(tell, results, said, gates, ready=ready, in_numbers="json" in kinds, threads=threads)

    with stages() as tell:
        tell("Reading")
        protocol = protocol or evaluation.followed_protocol(asked["truth"])
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
        tell("Evaluating")
        results = _evaluated(ready, names, hashed="json" in kinds and threads != 1)
        early = wanted and result_first.comes_first(results, outputs)
        found = None if early else find(tell)
    notes = [ready.why, *_own_rules(results, protocol), *_oddities(results, threads)]
    notes += idle_pictures(results[0], asked["reading"], kinds)
    if found is None:
        print_first(results, look, notes, started=started, threads=threads, quiet=quiet)
        with stages(_SOON, result_first.SKIP_HINT if skippable else "") as tell:
            found = find(tell)
    end_run(
        outputs,
        _makers(found, look, asked, early=early, page=(_target(outputs), serve), outputs=outputs),
        results=found.results,
        checked=found.checked,
        summary=lambda: joined_summary(
            found.checked, _tables(found.results, found.said, all_classes=all_classes)
        ),
        started=started,
        threads=threads,
        quiet=quiet,
        diagnosis=diagnosis,
        notes=[*notes[:1], *found.said.notes, *notes[1:]] if not early else None,
        after=found.said.notes if early else (),
    )


def _evaluated(ready: Prepared, names: Sequence[str], *, hashed: bool) -> list[Any]:
    """The results; the truth is hashed meanwhile where an output says its hash and threads may be had."""
    if hashed and ready.truth is not None:
        ready.truth.hash_ahead()
    results = [ready.evaluated(records) for records in ready.found]
    return names_option.with_names(results, names) if names else results


def _own_rules(results: Sequence[Any], asked: str | None) -> list[str]:
    """Which protocol the data set is reported by, where it is another and none was asked for."""
    if asked is not None or any(getattr(result, "ground", None) is None for result in results):
        return []
    source = results[0].truth.source
    own = datasets.benchmark_of(source) if source.evidence else None  # of what was recognised
    return (
        [] if own in (None, results[0].protocol) else [f"its own benchmark has other rules: --protocol {own}"]
    )


def _oddities(results: Sequence[Any], threads: int | None) -> list[str]:
    """What `truebox check` would say more about; of detections alone."""
    if any(getattr(result, "ground", None) is None for result in results):
        return []
    found = [result.predictions for result in results]
    line = checking.oddities_in_short(results[0].truth, found, threads=threads)
    return [line] if line else []


def _checked(
    tell: Callable[[str], None],
    results: Sequence[Any],
    said: Said,
    gates: PlannedGates | None,
    *,
    ready: Prepared,
    in_numbers: bool,
    threads: int | None,
) -> _Found:
    """Add the ranges of equal scores where no diagnosis has them, and hold the gates."""
    if said.diagnoses:  # which say the range too
        said = said._replace(ties=tuple(each.ties for each in said.diagnoses))
    elif not said.skipped:
        tied = [_with_ties(result, threads, in_numbers=in_numbers) for result in results]
        results = [result for result, _ in tied]
        said = said._replace(ties=tuple(found for _, found in tied))
    checked = None
    if gates is not None:
        tell("Checking gates")
        checked = runs.check_planned(gates, results, ready, threads=threads)
    return _Found(results, said, checked)


def _wants_diagnosis(asked: bool | None, outputs: Sequence[Output]) -> bool:
    """Whether to diagnose: as asked for, by default where a table with intervals or a page is written."""
    if asked is not None:
        return asked
    return any(output.kind in ("table", "report", "md", "latex") for output in outputs)


def _refuse_idle_groups(groups: str | None, gates: PlannedGates | None, *, wanted: bool) -> None:
    """Refuse groups where nothing is resampled: no intervals, and no gate of significance."""
    if groups is not None and not wanted and not (gates and gates.significant):
        raise click.UsageError(
            "--groups is of no use without intervals. Fix: add --diagnosis, or leave it out."
        )


def _with_ties(result: Any, threads: int | None, *, in_numbers: bool) -> tuple[Any, Ties | None]:
    """The result with what is to be said about equal scores, and the ranges where a document has them."""
    if {"diagnosis", "scores"} & set(result.lacks):
        return result, None
    if not detection.ties_may_matter(result, of_content=in_numbers):
        return result, None
    found = equal_scores.tie_ranges(result, threads)
    if found is None:
        return result, None
    return replace(result, warnings=(*result.warnings, *found.findings)), found


def _makers(
    found: _Found,
    look: Look,
    asked: dict[str, Any],
    *,
    early: bool,
    page: tuple[str, Callable[[Sequence[Any], Callable[[], PageParts]], None] | None],
    outputs: Sequence[Output],
) -> dict[str, Callable[[], Made]]:
    """What makes each kind of output; `early` where the table of the result stands already.

    `page` is where the page goes, and what serves it.
    """
    results, said, checked = found
    gates, diagnoses, all_classes = checked or (), said.diagnoses, look.all_classes
    images = asked["reading"][0].get("images")
    return {
        "json": lambda: report.to_json(
            results, diagnoses=diagnoses or said.unscored, ties=said.ties, gates=gates
        ),
        "csv": lambda: report.to_csv(results),
        "md": lambda: report.to_markdown(results, diagnoses=diagnoses, all_classes=all_classes),
        "latex": lambda: report.to_latex(
            results, diagnoses=diagnoses, comparison=said.comparison, all_classes=all_classes
        ),
        "junit": lambda: report.to_junit(gates),
        "report": lambda: runs.placed_page(
            results, said, checked, images=images, target=page[0], serve=page[1]
        ),
        "events": lambda: report.to_events_csv(results),
        "matches": lambda: _matches(results, _target(outputs, "matches")),
        "coco-text": lambda: report.to_coco_text(results[0]),
        "table": lambda: (
            report.to_diagnosis_table(diagnoses, difference=said.difference, gates=gates, **look.for_stdout())
            if early
            else report.to_table(
                results,
                diagnoses=diagnoses,
                difference=said.difference,
                sentences=said.sentences,
                gates=gates,
                **look.for_stdout(),
            )
        ),
    }


def _target(outputs: Sequence[Output], kind: str = "report") -> str:
    return next((output.target for output in outputs if output.kind == kind), "")


def _matches(results: Sequence[Any], target: str) -> Made:
    """Rows of the match tables, as the ending of the file says."""
    if target.lower().endswith(".parquet"):
        return lambda: report.write_matches(results, target)
    return report.to_matches_csv(results)


def _refuse_folder(outputs: Sequence[Output], kind: str) -> None:
    """Refuse a page that is not one file, of results without scores."""
    target = _target(outputs)
    if target == PAGE_SERVED:
        raise click.UsageError(
            f"truebox view shows detections; the page of {kind} is one file. "
            "Fix: truebox eval TRUTH PREDICTIONS --report page.html."
        )
    if target and report.names_folder(target):
        raise click.UsageError(
            f"--report {target}: the page of {kind} is one file, not a folder. Fix: --report page.html."
        )


def _tables(results: Sequence[AnyResult], said: Said, *, all_classes: bool) -> str:
    first = said.diagnoses[0] if said.diagnoses else None
    shown = blocks.result_blocks(results, all_classes=all_classes, alone=True, diagnosis=first, width=None)
    return writers.write_markdown([*shown, *blocks.diagnosis_blocks(said.diagnoses)])
