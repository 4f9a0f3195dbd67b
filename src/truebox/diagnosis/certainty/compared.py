"""What is compared: results of one truth and one question."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from truebox.errors import ArgumentError
from truebox.evaluation import Result, evaluate
from truebox.evaluation.protocol import as_it_is
from truebox.evaluation.registry import DETECTION_PROTOCOLS, protocol_of
from truebox.records import Predictions, Truth

__all__ = ["compared_results", "results_of_kind"]

_Made = TypeVar("_Made")


def compared_results(
    given: Sequence[Any], threads: int | None, evaluation: Mapping[str, Any]
) -> list[Result]:
    """The results as given, or those of the predictions given.

    Raises
    ------
    ArgumentError
        Too few models, results and data mixed, or results that cannot be compared.

    Examples
    --------
    >>> from truebox.generation import make_dataset
    >>> truth, found = make_dataset(12, 2, 5, 3.0, 1)
    >>> [len(each.state) for each in compared_results([truth, found, found], None, {"mode": "corrected"})]
    [60, 60]
    """
    are_results = [isinstance(each, Result) for each in given]
    if any(are_results) and not all(are_results):
        raise ArgumentError(
            "compare: results and data are mixed. Fix: pass results alone, or the truth and then predictions."
        )
    if all(are_results) and given:
        if evaluation:
            raise ArgumentError(
                f"compare: {next(iter(evaluation))} has no meaning for results. "
                "Fix: leave it out; it was decided when they were evaluated."
            )
        results = list(given)
    else:
        results = _evaluated(given, threads, evaluation)
    if len(results) < 2:
        raise ArgumentError(
            f"compare: {len(results)} model given, at least 2 expected. "
            "Fix: pass compare(truth, a, b) or compare(result_a, result_b)."
        )
    for other in results[1:]:
        _refuse_another_question(results[0], other)
    return results


def results_of_kind(
    kind: type[_Made],
    protocols: Collection[str],
    make: Callable[..., Any],
    given: Sequence[Any],
    *,
    threads: int | None,
    evaluation: Mapping[str, Any],
    alike: Callable[[Any, Any], bool],
    apart: str,
) -> list[_Made]:
    """The results of one kind, where these are given or one of its protocols is asked for; else none.

    Two are `alike` where both were evaluated the same way, and else on what is `apart`, in words.

    Raises
    ------
    ArgumentError
        One model alone, or results that are not alike.

    Examples
    --------
    >>> results_of_kind(Result, (), evaluate, [], threads=None, evaluation={}, alike=_same, apart="others")
    []
    """
    if given and all(isinstance(each, kind) for each in given):
        results = list(given)
    elif evaluation.get("protocol") in protocols and len(given) > 2:
        results = [make(given[0], each, threads=threads, **evaluation) for each in given[1:]]
    else:
        return []
    if len(results) < 2:
        raise ArgumentError("compare: 1 model given, at least 2 expected. Fix: pass two results or more.")
    first = results[0]
    for other in results[1:]:
        if not alike(first, other):
            raise ArgumentError(
                f"compare: {other.predictions.source.name} was evaluated {apart} than "
                f"{first.predictions.source.name}. Fix: evaluate both the same way."
            )
    return results


def _evaluated(given: Sequence[Any], threads: int | None, evaluation: Mapping[str, Any]) -> list[Result]:
    if len(given) < 3:
        raise ArgumentError(
            f"compare: {len(given)} arguments given. Fix: pass the truth and the predictions of two models."
        )
    held = all(isinstance(each, Truth | Predictions) for each in given)

    def evaluated(truth: Any, found: Any) -> Any:
        records = isinstance(truth, Truth) and isinstance(found, Predictions)
        how = {**evaluation, "box_format": None} if records and not held else evaluation  # others heed it
        return evaluate(truth, found, threads=threads, **how)

    first = evaluated(given[0], given[1])
    if not isinstance(first, Result):
        names = " or ".join(map(repr, DETECTION_PROTOCOLS))
        raise ArgumentError(
            f"protocol: {first.protocol} results cannot be compared. Fix: use protocol={names}."
        )
    # The truth is read once; what a protocol selected from it belongs to the first result alone.
    truth = first.truth if protocol_of(first.parameters).select is as_it_is else given[0]
    rest = [evaluated(truth, each) for each in given[2:]]
    return [first, *rest]


def _refuse_another_question(first: Result, other: Result) -> None:
    a, b = first.state, other.state
    if not a.parameters.same_as(b.parameters) or a.mended != b.mended:
        raise ArgumentError(
            "compare: the results were evaluated with different arguments. Fix: evaluate both the same way."
        )
    same_tables = a.images.tolist() == b.images.tolist() and a.categories.tolist() == b.categories.tolist()
    if not same_tables or not np.array_equal(a.truths, b.truths) or not _same(first.truth, other.truth):
        raise ArgumentError(
            f"compare: {other.predictions.source.name} was evaluated on another truth, other images or "
            f"other classes than {first.predictions.source.name}. Fix: evaluate both on the same."
        )


def _same(a: Truth, b: Truth) -> bool:
    return a is b or all(
        np.array_equal(getattr(a, name), getattr(b, name)) for name in ("boxes", "area", "crowd", "ignore")
    )
