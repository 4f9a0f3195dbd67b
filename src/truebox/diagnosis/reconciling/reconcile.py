"""Re-scores one pair of files under each tool's rules, and names the rules that explain a reported number."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds
from truebox._writing.nearest import did_you_mean
from truebox.diagnosis.reconciling.asked import ReportedNumber, asked_numbers
from truebox.diagnosis.reconciling.coincidence import MOST_BY_CHANCE
from truebox.diagnosis.reconciling.explaining import Explained, explained
from truebox.diagnosis.reconciling.reconciliation import Explanation, Reconciliation, RuleStep, ToolNumbers
from truebox.diagnosis.reconciling.trials import METRICS, Trials
from truebox.diagnosis.reconciling.variants import FIELDS, differing, said_value, value_of, with_value
from truebox.errors import ArgumentError, InputError, TrueboxWarning
from truebox.evaluation import DetectionProtocol, Quirk, Rules, evaluate, protocol_value, rules_of_tools

if TYPE_CHECKING:
    from truebox.evaluation import Result
    from truebox.typing import Geometry

__all__ = ["reconcile"]

_GEOMETRIES = "boxes", "masks", "keypoints"

_LEAST_MOVED = 5e-5
"""Less does not show in four digits."""

_MOST_NAMED = 3
_SEVERAL = " Several rules give it; more metrics or digits tell them apart."
_SETTLED_BY = " More metrics, more digits or the name of the tool settle it."
_DOUBT = " Of the numbers near it {:.0%} would fit something that was tried, too."
_LEAST_CHANCE = 0.01
"""From here on it is said how many numbers near the reported one would have an explanation as well."""

_MOST_WORTH_SAYING = 0.5
"""Where more of the numbers near it fit by chance, a number is left unexplained."""


@refuses_other_kinds
def reconcile(
    truth: Any,
    predictions: Any,
    *,
    reported: Mapping[str, float | str] | None = None,
    tool: str | None = None,
    between: Sequence[str] | None = None,
    geometry: Geometry = "boxes",
    sigmas: Sequence[float] | None = None,
    threads: int | None = None,
    **reading: Any,
) -> Reconciliation:
    """Say what one pair of files gives under every tool, and which rules explain a number or a difference.

    Parameters
    ----------
    truth, predictions : path, parsed COCO data, arrays per image, or `Truth` and `Predictions`
        As `truebox.evaluate` takes them.
    reported : mapping of "AP", "AP50" or "AP75" to a number, optional
        As a tool printed it: rounded to its last digit. Texts keep zeros at the end ("0.780"); numbers above
        1, or with "%", are taken for percent. Of one class with its name in brackets: "AP50[person]". Names
        are understood as tools write them: "mAP50-95", "map_50".
    tool : str, optional
        Which tool reported it, where that is known: only changes of its rules are tried.
    between : two names, optional
        Tools whose difference is taken apart, rule by rule.
    geometry : {"boxes", "masks", "keypoints"}
        What is compared; of masks and keypoints by the tools that compare these.
    sigmas : sequence of float, optional
        Of keypoints, where they are not COCO's seventeen.
    threads : int or None
        As in `truebox.evaluate`.
    **reading
        Other arguments of `truebox.evaluate` about reading: `box_format`, `lenient`.

    Returns
    -------
    Reconciliation
        Every tool's numbers; where a number was reported, everything tried that gives it (first the tools as
        they are, then one changed rule, then two) or how far it is from the nearest; and steps from COCO's
        rules, or the first of `between`, to those. Where many numbers near the reported one would fit
        something that was tried, what fits is `unproven`, and the number is left unexplained.

    Raises
    ------
    ArgumentError
        A tool or a metric is unknown, or a number is none.

    Notes
    -----
    What was not tried is not named: other files, class lists, letterboxes, sigmas. Several explanations may
    fit one number of few digits; report more metrics, or more digits, to tell them apart.

    Examples
    --------
    >>> from truebox.generation import make_dataset
    >>> truth, found = make_dataset(30, 2, 10, 3.0, 1)
    >>> seen = reconcile(truth, found, between=("coco", "yolov5"))
    >>> seen.start, seen.end, seen.steps[-1].rule
    ('coco', 'yolov5', 'quirks')
    """
    if geometry not in _GEOMETRIES:
        raise ArgumentError(
            f"geometry: {geometry!r} is not reconciled. Fix: pass one of {', '.join(map(repr, _GEOMETRIES))}."
        )
    known = rules_of_tools(geometry)
    _refuse_unknown([*(between or ()), *([tool] if tool else [])], known, between)
    first, misfit = _read(truth, predictions, threads, {"geometry": geometry, "sigmas": sigmas, **reading})
    asked = asked_numbers(reported or {}, [each.name for each in first.per_class])
    trials = Trials(first.truth, first.predictions, threads, tuple(asked), geometry=geometry, sigmas=sigmas)
    tools = tuple(
        ToolNumbers(name=name, reference=reference, metrics=trials.metrics(own))
        for name, (reference, own) in known.items()
    )
    named = {name: own for name, (_, own) in known.items()}
    found = explained(trials, named, asked, tool, at_half=_at_half(named)) if asked else Explained()
    start = between[0] if between else next(iter(named))
    goal, end = _goal(found.certain, named, between, tool)
    steps = () if goal is None else tuple(_steps(trials, named[start], goal))
    left = _left(trials, asked, found)
    return Reconciliation(
        tools=tools,
        reported={key: each.value for key, each in asked.items()},
        start=start,
        end=end,
        first=trials.metrics(named[start]),
        steps=steps,
        explanations=tuple(each for each, _ in found.certain),
        unproven=tuple(each for each, _ in found.unproven),
        left=left,
        tried=len(trials),
        sentences=(*([misfit] if misfit else []), *_sentences(asked, found, left, steps, start)),
    )


def _refuse_unknown(names: Sequence[str], known: Mapping[str, Any], between: Sequence[str] | None) -> None:
    if between is not None and len(between) != 2:
        raise ArgumentError(f"between: expected two tools, got {list(between)}. Fix: pass two names.")
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known)
            raise ArgumentError(
                f"tool: {name!r} is unknown.{hint} Fix: pass one of {', '.join(map(repr, known))}."
            )
    if between is not None and between[0] == between[1]:
        raise ArgumentError(
            f"between: both tools are {between[0]!r}, so nothing differs. Fix: pass two tools."
        )


def _at_half(names: Iterable[str]) -> list[str]:
    """Tools that call AP what others call AP50."""
    values = ((name, protocol_value(name)) for name in names)
    return [
        name
        for name, value in values
        if isinstance(value, DetectionProtocol)
        and value.defaults("boxes", Quirk.NONE).iou_thresholds.tolist() == [0.5]
    ]


def _read(
    truth: Any, predictions: Any, threads: int | None, reading: Mapping[str, Any]
) -> tuple[Result, str]:
    """A first evaluation of the pair, whose refusals are the usual ones but for a misfit, which is said.

    A number near zero is what somebody may want to have explained.
    """

    def evaluated(how: Mapping[str, Any]) -> Result:
        protocol: Any = next(iter(rules_of_tools()))
        found: Result = evaluate(truth, predictions, protocol=protocol, threads=threads, **how)
        return found

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TrueboxWarning)
        try:
            return evaluated(reading), ""
        except InputError as error:
            # What was no misfit is refused again.
            return evaluated({**reading, "fit_test": False}), f"Another reading fits: {error.problem}."


def _goal(
    found: Sequence[tuple[Explanation, Rules]],
    named: Mapping[str, Rules],
    between: Sequence[str] | None,
    tool: str | None,
) -> tuple[Rules | None, str | None]:
    if between:
        return named[between[1]], between[1]
    if found:
        first, rules = found[0]
        return rules, first.of if rules == named[first.of] else str(first)
    return (named[tool], tool) if tool else (None, None)


def _steps(trials: Trials, start: Rules, goal: Rules) -> Iterator[RuleStep]:
    """Rule by rule in the stated order; one that only others make possible waits for them."""
    before, here, waiting = trials.metrics(start), start, differing(start, goal)
    while waiting:
        field = next(each for each in waiting if trials.admits(with_value(here, each, value_of(goal, each))))
        waiting.remove(field)
        value = value_of(goal, field)
        alone = with_value(start, field, value)
        previous = trials.metrics(here)
        here = with_value(here, field, value)
        now = trials.metrics(here)
        yield RuleStep(
            rule=FIELDS[field],
            before=said_value(field, start),
            after=said_value(field, goal),
            alone=_gains(before, trials.metrics(alone) if trials.admits(alone) else {}),
            cumulative=_gains(previous, now),
            metrics=now,
        )


def _gains(before: Mapping[str, float | None], after: Mapping[str, float | None]) -> dict[str, float | None]:
    found: dict[str, float | None] = {}
    for key in before:
        first, second = before[key], after.get(key)
        found[key] = None if first is None or second is None else second - first
    return found


def _left(trials: Trials, asked: Mapping[str, ReportedNumber], found: Explained) -> dict[str, float]:
    if found.certain:
        return dict.fromkeys(asked, 0.0)
    return {key: trials.nearest(key, value) - value for key, (value, *_) in asked.items()}


def _joined(some: Sequence[Explanation]) -> str:
    """Every explanation; tools of which the same is changed stand together."""
    tools: dict[tuple[str, ...], list[str]] = {}
    for each in some:
        tools.setdefault(each.changes, []).append(each.of)
    said = []
    for changes, names in tools.items():
        more = [f"{len(names) - _MOST_NAMED} other tools"] if changes and len(names) > _MOST_NAMED + 1 else []
        shown = " or ".join([*(names[:_MOST_NAMED] if more else names), *more])
        said.append(shown + (f" with {', '.join(changes)}" if changes else ""))
    return " or ".join(said)


def _distance(value: float) -> str:
    """With four digits, or where these are zeros by its size."""
    return f"{value:+.4f}" if abs(value) >= _LEAST_MOVED or value == 0 else f"{value:+.0e}"


def _sentences(
    asked: Mapping[str, ReportedNumber],
    found: Explained,
    left: Mapping[str, float],
    steps: Sequence[RuleStep],
    start: str,
) -> Iterator[str]:
    said = ", ".join(f"{key} {each.text}" for key, each in asked.items())
    certain, unproven = (_joined([each for each, _ in some]) for some in (found.certain, found.unproven))
    if certain:
        also = f" It fits {unproven}, too." if unproven else ""
        several = _SEVERAL if len(found.certain + found.unproven) > 1 else ""
        chance = max(each.chance for each, _ in found.certain)
        doubt = "" if chance < _LEAST_CHANCE else _DOUBT.format(chance)
        yield f"{said} is {certain}.{also}{several}{doubt}"
    elif unproven:
        chance = max(each.chance for each, _ in found.unproven)
        near = f"of the numbers near it {chance:.0%} fit something that was tried"
        if chance <= MOST_BY_CHANCE:
            near = "every number within these bounds fits"
        if chance <= _MOST_WORTH_SAYING:
            yield f"{said} may be {unproven}; that is not proved: {near}.{_SETTLED_BY}"
        else:
            yield f"{said} is left unexplained. It fits {unproven}, which says little: {near}."
    elif asked:
        nearest = ", ".join(f"{key} by {_distance(value)}" for key, value in left.items())
        yield f"{said} is left unexplained: nothing that was tried gives it; the nearest differs: {nearest}."
    key = next(iter(asked), METRICS[0])
    moved = [(step.cumulative[key] or 0.0, step) for step in steps]
    if moved:
        value, step = max(moved, key=lambda pair: abs(pair[0]))
        if abs(value) < _LEAST_MOVED:
            yield f"From {start}, no single rule moves {key} by {_LEAST_MOVED:g} or more here."
            return
        gain = f"{key} {value:+.4f}"
        yield f"From {start}, most of it is {step.rule}: {step.after} instead of {step.before} ({gain})."
