"""Read leniently, evaluate, and gather everything that was noticed on the way."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox import datasets
from truebox._kinds import refuses_other_kinds
from truebox._lazily import deferred
from truebox._writing.counted import counted
from truebox._writing.streams import is_stream
from truebox.checking.box_oddities import boxes_outside, huge_boxes
from truebox.checking.report import CheckItem, CheckReport
from truebox.checking.truth_oddities import truth_oddities
from truebox.checking.unread import refuse_unread
from truebox.datasets.options import ReadOptions
from truebox.datasets.reading import read_predictions_with, read_truth_with
from truebox.datasets.row_errors import RowErrors
from truebox.errors import InputError, TrueboxWarning
from truebox.evaluation import (
    TRACK_PROTOCOLS,
    DetectionProtocol,
    evaluate,
    evaluate_tracks,
    followed_protocol,
    ignored_by,
    protocol_value,
)
from truebox.evaluation.detection.leniency import without_refused
from truebox.evaluation.registry import protocol_stated
from truebox.records import Predictions, Truth

if TYPE_CHECKING:
    from truebox.checking import not_counted
    from truebox.evaluation import MatchState
    from truebox.records import Finding
    from truebox.typing import Geometry
else:
    not_counted = deferred("truebox.checking.not_counted")  # results of other kinds alone need it (20 ms)

__all__ = ["check"]

# What an evaluation notices about the truth, whichever predictions it is given.
_OF_TRUTH = ("W-302", "W-308", "W-311", "W-477")


@refuses_other_kinds
def check(
    truth: Any,
    predictions: Any = None,
    *,
    geometry: Geometry = "boxes",
    protocol: str | None = None,
    truth_reading: Mapping[str, Any] | None = None,
    predictions_reading: Mapping[str, Any] | None = None,
) -> CheckReport:
    """Say everything that is odd about a truth, and about predictions for it, and refuse nothing.

    Parameters
    ----------
    truth, predictions
        As in `truebox.evaluate`; predictions may be left out.
    geometry, protocol
        What would be evaluated, and by whose rules; as in `truebox.evaluate`.
    truth_reading, predictions_reading : mappings, optional
        Further arguments of `truebox.read_truth` and `truebox.read_predictions`.

    Returns
    -------
    CheckReport
        Rows that cannot be read are counted by code, all of them and not only the first; an evaluation
        is tried with the rest, so that what it would refuse or warn of is listed too.

    Raises
    ------
    ArgumentError
        `truth_reading` or `predictions_reading` say something that no file heeds; or they, or `geometry`, say
        anything of files that the protocol reads by itself, as those of tracks.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = [{"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}]
    >>> report = tb.check(truth, [{"boxes": [[0, 0, 9, 9]], "labels": ["dog"], "scores": [0.5]}])
    >>> [(item.code, item.consequence) for item in report.items]
    [('E-131', 'refuses')]
    """
    said = geometry, predictions_reading or {}, truth_reading or {}
    report = _other_kind(truth, predictions, protocol, said)
    if report is not None:
        return report
    items: list[CheckItem] = []
    of_predictions = {"geometry": geometry, **(predictions_reading or {})}
    try:
        true = _read(
            "truth",
            truth,
            items,
            {"geometry": geometry, **(truth_reading or {})},
            lambda: [] if predictions is None else [_alone(predictions, of_predictions)],
        )
    except InputError as error:  # by `_read`, where another protocol reads it
        stated = protocol_stated(error.states)
        if protocol is not None and (stated is None or stated.name != protocol):
            return CheckReport(items=(_refusal(error, _name("truth", truth)),), read=())
        if stated is not None:
            refuse_unread(stated.name, *said, named=protocol is not None)
        return _by_stated(truth, predictions, error)
    read = [] if true is None else [_held(true, "annotation"), *_idle(true, truth_reading)]
    if protocol is not None and isinstance(true, Truth):
        true = _completed(true, truth, protocol)
    if isinstance(true, Truth):
        items += _items(true.source.name, truth_oddities(true))
    if predictions is None:
        if isinstance(true, Truth):
            datasets.refuse_unheeded([], predictions_reading or {}, true.source, truth_reading, geometry)
            items += [
                *_refused_rows(true, geometry, protocol),
                *_items(true.source.name, _reading_findings(true)),
            ]
            if protocol is not None:
                items += _left_out(true, datasets.read_predictions([]), geometry, protocol)
        return CheckReport(items=_ordered(items), read=tuple(read))
    if isinstance(true, Truth):
        of_predictions["truth"] = true
    found = _read("predictions", predictions, items, of_predictions)
    if found is not None:
        read.append(_held(found, "detection"))
    if isinstance(true, Truth) and isinstance(found, Predictions):
        datasets.refuse_unheeded(
            [found.source], predictions_reading or {}, true.source, truth_reading, geometry
        )
        items += _tried(true, found, geometry, protocol)
    return CheckReport(items=_ordered(_each_once(items)), read=tuple(read))


def _each_once(items: list[CheckItem]) -> list[CheckItem]:
    """Without what an evaluation says again in the words of the check."""
    first: dict[tuple[str, str], CheckItem] = {}
    for item in items:
        first.setdefault((item.code, item.message), item)
    return list(first.values())


def _read(
    side: str,
    source: Any,
    items: list[CheckItem],
    reading: Mapping[str, Any],
    predictions: Callable[[], Sequence[Predictions]] = list,
) -> Truth | Predictions | None:
    """The records without their bad rows, or None where a whole file is refused; either is said."""
    errors = RowErrors(lenient=True)
    name = _name(side, source)
    options, format = _options(reading, errors), reading.get("format")

    def read_split(split: str | None) -> Truth:
        return read_truth_with(source, replace(options, split=split or options.split), format)

    def read() -> Truth | Predictions:
        if side == "truth":
            return datasets.read_truth_of(read_split, predictions)
        if options.truth is None:
            return read_predictions_with(source, options, format)
        with datasets.saying_which_split(options.truth, lambda: _alone(source, reading)):
            return read_predictions_with(source, options, format)

    try:
        records = read()
        if not errors.counts and isinstance(source, str | os.PathLike) and not is_stream(Path(source)):
            options = replace(options, errors=RowErrors(lenient=False))
            # What no row is left out for, such as NaN where nothing reads it, is refused without --lenient.
            try:
                read()
            except InputError as error:
                items.append(_refusal(error, name, lenient=True))
        return records
    except InputError as error:
        if protocol_stated(error.states) is not None:
            raise
        items.append(_refusal(error, name))
        return None
    finally:
        items += _dropped(errors, name)


def _options(reading: Mapping[str, Any], errors: RowErrors) -> ReadOptions:
    said = {key: value for key, value in reading.items() if key not in ("format", "lenient")}
    return replace(datasets.options_said(**said), errors=errors)


def _alone(source: Any, reading: Mapping[str, Any]) -> Predictions:
    """Predictions by themselves, for the names of their images."""
    options = replace(_options(reading, RowErrors(lenient=True)), truth=None)
    return read_predictions_with(source, options, reading.get("format"))


def _name(side: str, source: Any) -> str:
    return os.fspath(source) if isinstance(source, str | os.PathLike) else f"<{side}>"


def _other_kind(
    truth: Any, predictions: Any, protocol: str | None, said: tuple[Any, ...]
) -> CheckReport | None:
    try:
        other = _of_other_kind(truth, predictions, protocol)
    except InputError as error:  # a folder of trackers
        return CheckReport(items=(_refusal(error, _name("predictions", predictions)),), read=())
    if other is None:
        return None
    refuse_unread(other, *said, named=protocol is not None)
    return _at_once(truth, predictions, other, named=protocol is not None)


def _of_other_kind(truth: Any, predictions: Any, protocol: str | None) -> str | None:
    """The protocol that matches no detections: named, or told by the folder of one object over time, or by
    tracks on both sides; of tracks any.
    """
    if protocol is not None:
        return None if isinstance(protocol_value(protocol), DetectionProtocol) else protocol
    if not isinstance(truth, (str, Path)):
        return None
    found = followed_protocol(truth)
    if found is None and isinstance(predictions, (str, Path)):
        tracked = datasets.sides_are_tracked(os.fspath(truth), [os.fspath(predictions)])
        return TRACK_PROTOCOLS[0] if tracked else None
    return found


def _at_once(truth: Any, predictions: Any, protocol: str, *, named: bool) -> CheckReport:
    """What an evaluation whose records are its own refuses or says, and what takes no part in it."""
    name = _name("truth", truth)
    if predictions is None:
        text = f"{name} is evaluated as {protocol_value(protocol).title}; give the results to check them"
        return CheckReport(items=(CheckItem(code="W-311", source=name, message=text, count=1),), read=())
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", TrueboxWarning)
            if not named and protocol in TRACK_PROTOCOLS:  # the files tell which
                result: Any = evaluate_tracks(truth, predictions)
            else:
                result = evaluate(truth, predictions, protocol=protocol)
    except InputError as refused:
        return CheckReport(items=(_refusal(refused, name),), read=())
    return CheckReport(
        items=_ordered([*_items(name, result.warnings), *not_counted.not_counted(result)]), read=()
    )


def _by_stated(truth: Any, predictions: Any, error: InputError) -> CheckReport:
    """What an evaluation by the protocol says that the truth was made for, whose records are its own."""
    name = _name("truth", truth)
    if predictions is None:
        protocol = protocol_stated(error.states)
        assert protocol is not None  # or `_read` had refused it
        text = f"{name} states {', '.join(error.states)}, so it is evaluated as {protocol.title}"
        return CheckReport(items=(CheckItem(code="W-311", source=name, message=text, count=1),), read=())
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", TrueboxWarning)
            result = evaluate(truth, predictions)
    except InputError as refused:
        return CheckReport(items=(_refusal(refused, name),), read=())
    return CheckReport(items=_ordered(_items(name, result.warnings)), read=())


def _dropped(errors: RowErrors, name: str) -> list[CheckItem]:
    """One item per code that refuses rows, with the count of all of them."""
    items = []
    for code, count in errors.counts.items():
        first = errors.refused[code]
        rows = tuple(error.row for error in first if error.row is not None)
        items.append(_refusal(first[0], name, count=count, rows=rows, lenient=True))
    return items


def _tried(true: Truth, found: Predictions, geometry: Geometry, protocol: str | None) -> list[CheckItem]:
    """What an evaluation of the rows that can be read says."""
    name = found.source.name
    errors = RowErrors(lenient=True), RowErrors(lenient=True)
    try:
        pair = datasets.read_pair(true, found, lenient=True)  # as an evaluation that leaves rows out begins
        true, found = without_refused(
            pair.truth, pair.predictions, geometry, errors=errors, maskless=_maskless(protocol)
        )
    except InputError as error:
        return [_refusal(error, name)]
    items = [*_dropped(errors[0], true.source.name), *_dropped(errors[1], name)]
    given = found  # a protocol may end boxes at their image
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", TrueboxWarning)
            result = evaluate(true, found, geometry=geometry, protocol=protocol)
    except InputError as error:
        items.append(_refusal(error, name))
        items += _items(true.source.name, _reading_findings(true))
    else:
        about_truth = {id(finding) for finding in true.findings}
        about_truth |= {id(finding) for finding in result.warnings if finding.code in _OF_TRUTH}
        again = ("W-150",) if protocol is None else ("W-150", "W-314")  # what is left out is said below
        said = [finding for finding in result.warnings if finding.code not in again]
        items += _items(true.source.name, (each for each in said if id(each) in about_truth))
        items += _items(name, (each for each in said if id(each) not in about_truth))
        found = result.predictions
        if protocol is not None:
            items += _left_out(true, found, geometry, protocol, result.state)
    if geometry == "boxes":
        items += _items(name, [*boxes_outside(true, given, "detection"), *huge_boxes(given, "detection")])
    return items


def _maskless(protocol: str | None) -> bool:
    """Whether the named protocol knows what to do with truths that have no mask."""
    rules = None if protocol is None else protocol_value(protocol)
    return isinstance(rules, DetectionProtocol) and rules.maskless


def _refused_rows(true: Truth, geometry: Geometry, protocol: str | None) -> list[CheckItem]:
    """What an evaluation refuses of a truth, whichever predictions it is given."""
    errors = RowErrors(lenient=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TrueboxWarning)
        nothing = datasets.read_predictions([], geometry=geometry)
    try:
        counted = errors, RowErrors(lenient=True)
        without_refused(true, nothing, geometry, errors=counted, maskless=_maskless(protocol))
    except InputError as error:
        return [_refusal(error, true.source.name)]
    return _dropped(errors, true.source.name)


def _completed(true: Truth, given: Any, protocol: str) -> Truth:
    """With all that the named protocol reads; what it would refuse is said where it is tried."""
    rules = protocol_value(protocol)
    if not isinstance(rules, DetectionProtocol):
        return true
    try:
        return rules.complete(true, given)
    except InputError:
        return true


def _left_out(
    true: Truth, found: Predictions, geometry: Geometry, protocol: str, state: MatchState | None = None
) -> list[CheckItem]:
    """What the named protocol ignores, of rows that can be joined."""
    rules = protocol_value(protocol)
    if not isinstance(rules, DetectionProtocol):
        return []
    pair = datasets.read_pair(true, found)
    sides = pair.truth, pair.predictions
    return [
        *_items(true.source.name, ignored_by(rules, *sides, geometry, of="truths")),
        *_items(found.source.name, ignored_by(rules, *sides, geometry, of="detections", state=state)),
    ]


def _reading_findings(records: Truth | Predictions) -> list[Finding]:
    return [finding for finding in records.findings if finding.code != "W-150"]


def _refusal(
    error: InputError, name: str, *, count: int = 1, rows: tuple[int, ...] = (), lenient: bool = False
) -> CheckItem:
    return CheckItem(
        code=error.code,
        source=name,
        message=f"{error.place}: {error.problem}",
        count=count,
        rows=rows or (() if error.row is None else (error.row,)),
        refused=True,
        lenient=lenient,
        fix=error.fix,
    )


def _items(name: str, findings: Iterable[Finding]) -> list[CheckItem]:
    return [
        CheckItem(code=each.code, source=name, message=each.message, count=each.count, rows=each.rows)
        for each in findings
    ]


def _ordered(items: list[CheckItem]) -> tuple[CheckItem, ...]:
    return tuple(sorted(items, key=lambda item: (not item.refused, item.code, item.source)))


def _held(records: Truth | Predictions, noun: str) -> str:
    recognised = f", recognised by {records.source.evidence}" if records.source.evidence else ""
    return f"{records.source.name}: {records.source.description}, {counted(len(records), noun)}{recognised}"


def _idle(true: Any, reading: Mapping[str, Any] | None) -> list[str]:
    folder = (reading or {}).get("images") if isinstance(true, Truth) else None
    return [f"{folder}: not used, {why}"] if (why := datasets.unused_pictures(true, folder)) else []
