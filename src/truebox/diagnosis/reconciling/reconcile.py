"""Re-scores one pair of files under each tool's rules, and names the rules that explain a reported number."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any

from truebox._kinds import refuses_other_kinds
from truebox.diagnosis.reconciling.reconciliation import Explanation, Reconciliation, RuleStep, ToolNumbers
from truebox.diagnosis.reconciling.trials import METRICS, Trials
from truebox.diagnosis.reconciling.variants import (
    FIELDS,
    differing,
    said_value,
    singles,
    value_of,
    variants,
    with_value,
)
from truebox.errors import ArgumentError, TrueboxWarning
from truebox.evaluation import Rules, evaluate, rules_of_tools

__all__ = ["reconcile"]

_MOST_EXPLANATIONS = 12
_MOST_PAIRS_OF = 60_000
"""Detections up to which two changes at once are tried: some hundred evaluations."""

_MOST_TRIED = 1200


@refuses_other_kinds
def reconcile(
    truth: Any,
    predictions: Any,
    *,
    reported: Mapping[str, float | str] | None = None,
    tool: str | None = None,
    between: Sequence[str] | None = None,
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
        1 are taken for percent.
    tool : str, optional
        Which tool reported it, where that is known: only changes of its rules are tried.
    between : two names, optional
        Tools whose difference is taken apart, rule by rule.
    threads : int or None
        As in `truebox.evaluate`.
    **reading
        Other arguments of `truebox.evaluate` about reading: `box_format`, `lenient`.

    Returns
    -------
    Reconciliation
        Every tool's numbers; where a number was reported, everything tried that gives it (first the tools as
        they are, then one changed rule, then two) or how far it is from the nearest; and steps from COCO's
        rules, or the first of `between`, to those.

    Raises
    ------
    ArgumentError
        A tool or a metric is unknown, or a number is none.

    Notes
    -----
    What was not tried is not named: other files, class lists, letterboxes, areas. Several explanations may
    fit one number of few digits; report more metrics, or more digits, to tell them apart.

    Examples
    --------
    >>> from truebox.generation import make_dataset
    >>> truth, found = make_dataset(30, 2, 10, 3.0, 1)
    >>> seen = reconcile(truth, found, between=("coco", "yolov5"))
    >>> seen.start, seen.end, seen.steps[-1].rule
    ('coco', 'yolov5', 'quirks')
    """
    known = rules_of_tools()
    _refuse_unknown([*(between or ()), *([tool] if tool else [])], known, between)
    asked = _reported(reported or {})
    trials = _trials(truth, predictions, threads, reading)
    tools = tuple(
        ToolNumbers(name=name, reference=reference, metrics=trials.metrics(own))
        for name, (reference, own) in known.items()
    )
    named = {name: own for name, (_, own) in known.items()}
    found = _explained(trials, named, asked, tool) if asked else []
    start = between[0] if between else next(iter(named))
    goal, end = _goal(found, named, between, tool)
    steps = () if goal is None else tuple(_steps(trials, named[start], goal))
    explanations = tuple(each for each, _ in found)
    left = _left(trials, asked, explanations)
    return Reconciliation(
        tools=tools,
        reported={key: value for key, (value, _) in asked.items()},
        start=start,
        end=end,
        first=trials.metrics(named[start]),
        steps=steps,
        explanations=explanations,
        left=left,
        tried=len(trials),
        sentences=tuple(_sentences(asked, explanations, left, steps, start)),
    )


def _refuse_unknown(names: Sequence[str], known: Mapping[str, Any], between: Sequence[str] | None) -> None:
    if between is not None and len(between) != 2:
        raise ArgumentError(f"between: expected two tools, got {list(between)}. Fix: pass two names.")
    for name in names:
        if name not in known:
            raise ArgumentError(f"tool: {name!r} is unknown. Fix: pass one of {', '.join(map(repr, known))}.")


def _reported(given: Mapping[str, float | str]) -> dict[str, tuple[float, float]]:
    """Metric to the number and half of its last digit."""
    found = {}
    for key, value in given.items():
        if key not in METRICS:
            raise ArgumentError(f"reported: {key!r} is not compared. Fix: pass {', '.join(METRICS)}.")
        text = str(value)
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not 0 <= number <= 100:
            raise ArgumentError(
                f"reported: {key} is {value!r}. Fix: pass a number such as 0.7797, or percent."
            )
        digits = len(text.partition(".")[2]) if "e" not in text.lower() else 12
        scale = 100.0 if number > 1 else 1.0
        found[key] = (number / scale, 0.5 * 10.0**-digits / scale + 1e-9)
    return found


def _trials(truth: Any, predictions: Any, threads: int | None, reading: Mapping[str, Any]) -> Trials:
    """The pair, read and joined by a first evaluation, whose refusals are the usual ones."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TrueboxWarning)
        first = evaluate(
            truth, predictions, protocol=next(iter(rules_of_tools())), threads=threads, **reading
        )
    return Trials(first.truth, first.predictions, threads)


def _explained(
    trials: Trials, named: Mapping[str, Rules], asked: Mapping[str, tuple[float, float]], tool: str | None
) -> list[tuple[Explanation, Rules]]:
    """Mixtures that give the numbers: tools as they are, else one changed rule, else two."""
    bases = {tool: named[tool]} if tool else dict(named)
    as_they_are = [(name, rules, rules) for name, rules in bases.items()]
    found = _fitting(trials, asked, as_they_are)
    if found:
        return found
    found = list(_in_another_order(trials, bases, asked))
    if found:
        return found
    changed = [(name, base, rules) for name, base in bases.items() for _, rules in singles(base)]
    found = _fitting(trials, asked, changed)
    if found or trials.detections > _MOST_PAIRS_OF:
        return found
    nearest = sorted(bases, key=lambda name: _distance(trials, asked, bases[name]))[:1]
    first = dict.fromkeys([*nearest, *([] if tool else [next(iter(named))])])
    pairs = chain.from_iterable(
        ((name, bases[name], rules) for rules in variants(bases[name], 2)) for name in first
    )
    return _fitting(trials, asked, islice(pairs, _MOST_TRIED))


def _in_another_order(
    trials: Trials, bases: Mapping[str, Rules], asked: Mapping[str, tuple[float, float]]
) -> Iterator[tuple[Explanation, Rules]]:
    """Tools that sort without keeping the order of equal scores: their number depends on the machine."""
    for name, rules in bases.items():
        reach = trials.reach(rules)
        within = [
            key in reach and reach[key][0] - half <= value <= reach[key][1] + half
            for key, (value, half) in asked.items()
        ]
        if all(within):
            spans = ", ".join(f"{key} {reach[key][0]:.4f} to {reach[key][1]:.4f}" for key in asked)
            changes = (f"equal scores in another order, which gives {spans}",)
            yield Explanation(of=name, changes=changes, metrics=trials.metrics(rules)), rules


def _fitting(
    trials: Trials,
    asked: Mapping[str, tuple[float, float]],
    candidates: Sequence[tuple[str, Rules, Rules]] | Iterator[tuple[str, Rules, Rules]],
) -> list[tuple[Explanation, Rules]]:
    found, seen = [], set()
    for name, base, rules in candidates:
        if rules in seen or not _fits(trials, asked, rules):
            continue
        seen.add(rules)
        changes = tuple(f"{FIELDS[field]}: {said_value(field, rules)}" for field in differing(base, rules))
        found.append((Explanation(of=name, changes=changes, metrics=trials.metrics(rules)), rules))
        if len(found) == _MOST_EXPLANATIONS:
            break
    return found


def _fits(trials: Trials, asked: Mapping[str, tuple[float, float]], rules: Rules) -> bool:
    metrics = trials.metrics(rules)
    for key, (value, half) in asked.items():
        here = metrics[key]
        if here is None or abs(here - value) > half:
            return False
    return True


def _distance(trials: Trials, asked: Mapping[str, tuple[float, float]], rules: Rules) -> float:
    metrics = trials.metrics(rules)
    return sum(abs((metrics[key] or 0.0) - value) for key, (value, _) in asked.items())


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
    before, here = trials.metrics(start), start
    for field in differing(start, goal):
        value = value_of(goal, field)
        alone = trials.metrics(with_value(start, field, value))
        previous = trials.metrics(here)
        here = with_value(here, field, value)
        now = trials.metrics(here)
        yield RuleStep(
            rule=FIELDS[field],
            before=said_value(field, start),
            after=said_value(field, goal),
            alone=_gains(before, alone),
            cumulative=_gains(previous, now),
            metrics=now,
        )


def _gains(before: Mapping[str, float | None], after: Mapping[str, float | None]) -> dict[str, float | None]:
    found: dict[str, float | None] = {}
    for key in METRICS:
        first, second = before[key], after[key]
        found[key] = None if first is None or second is None else second - first
    return found


def _left(
    trials: Trials, asked: Mapping[str, tuple[float, float]], explanations: Sequence[Explanation]
) -> dict[str, float]:
    if explanations:
        return dict.fromkeys(asked, 0.0)
    return {key: trials.nearest(key, value) - value for key, (value, _) in asked.items()}


def _sentences(
    asked: Mapping[str, tuple[float, float]],
    explanations: Sequence[Explanation],
    left: Mapping[str, float],
    steps: Sequence[RuleStep],
    start: str,
) -> Iterator[str]:
    said = ", ".join(f"{key} {value:.6g}" for key, (value, _) in asked.items())
    if explanations:
        several = (
            " Several rules give it; more metrics or digits tell them apart." if len(explanations) > 1 else ""
        )
        yield f"{said} is {' or '.join(map(str, explanations))}.{several}"
    elif asked:
        nearest = ", ".join(f"{key} by {value:+.4f}" for key, value in left.items())
        yield f"{said}: nothing that was tried gives it; the nearest differs: {nearest}."
    key = next(iter(asked), METRICS[0])
    moved = [(step.cumulative[key] or 0.0, step) for step in steps]
    if moved:
        value, step = max(moved, key=lambda pair: abs(pair[0]))
        gain = f"{key} {value:+.4f}"
        yield f"From {start}, most of it is {step.rule}: {step.after} instead of {step.before} ({gain})."
