"""Results of one truth after each other: epochs, nights, releases."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from truebox._kinds import refuses_other_kinds
from truebox.diagnosis.gating.gate_baseline import read_document
from truebox.errors import ArgumentError, InputError

__all__ = ["History", "HistoryRun", "read_history"]

Order: TypeAlias = Literal["number", "name", "time", "given"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryRun:
    """One result of a history.

    Parameters
    ----------
    name : str
        The file, without the folders and the ending that all have.
    metrics : mapping of name to float or None
    interval : tuple of float, or None
        Of the main metric, where the document holds it.

    Examples
    --------
    >>> HistoryRun(name="epoch_1", metrics={"AP": 0.25}).interval is None
    True
    """

    name: str
    metrics: Mapping[str, float | None]
    interval: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """Runs in their order; all of one truth, by the same rules.

    Parameters
    ----------
    runs : tuple of HistoryRun
    main : str
        The first metric.
    order : str
        What they are ordered by, in words.
    protocol, truth : mapping
        As in the documents.

    Examples
    --------
    >>> run = HistoryRun(name="epoch_1", metrics={"AP": 0.25})
    >>> History(runs=(run,), main="AP", order="as given", protocol={}, truth={}).changes()
    [None]
    """

    runs: tuple[HistoryRun, ...]
    main: str
    order: str
    protocol: Mapping[str, Any]
    truth: Mapping[str, Any]

    def changes(self) -> list[float | None]:
        """How much the main metric changed from each run to the next; None first and where one is undefined.

        Examples
        --------
        >>> runs = tuple(HistoryRun(name=str(ap), metrics={"AP": ap}) for ap in (0.25, 0.5, None, 0.5))
        >>> History(runs=runs, main="AP", order="as given", protocol={}, truth={}).changes()
        [None, 0.25, None, None]
        """
        values = [run.metrics.get(self.main) for run in self.runs]
        return [None, *(None if a is None or b is None else b - a for a, b in pairwise(values))]


@refuses_other_kinds
def read_history(paths: Sequence[str | os.PathLike[str]], *, order: Order = "number") -> History:
    """Read what ``truebox eval --json`` wrote, one document for each run.

    Parameters
    ----------
    paths : sequence of path
        Two or more documents, each with one result.
    order : {"number", "name", "time", "given"}
        By the numbers in their names, read as numbers (``epoch_9`` before ``epoch_10``); by their names,
        letter by letter; by when the files were last written; or as given.

    Returns
    -------
    History

    Raises
    ------
    ArgumentError
        There are fewer than two, one is given twice, or the order is unknown.
    InputError
        E-550: a file is no document; E-554: it holds several results, or is of another truth or of other
        rules than the first.

    Examples
    --------
    >>> read_history(["results/epoch_1.json", "results/epoch_2.json"])      # doctest: +SKIP
    """
    named = [os.fspath(path) for path in paths]
    if len(named) < 2:
        raise ArgumentError(f"paths: got {len(named)}, a history takes two or more. Fix: give more results.")
    for path in named:
        if named.count(path) > 1:
            raise ArgumentError(f"paths: {path} is given twice. Fix: give each result once.")
    if order not in ("number", "name", "time", "given"):
        raise ArgumentError(f"order: got {order!r}. Fix: use 'number', 'name', 'time' or 'given'.")
    documents = {path: read_document(path) for path in named}
    first = documents[named[0]]
    for path in named:
        _refuse_other(documents[path], path, first, named[0])
    how = "as given"
    if order == "time":
        named, how = sorted(named, key=os.path.getmtime), "when they were written"
    elif order == "number":
        named, how = sorted(named, key=_numbered), "the numbers in their names"
    elif order == "name":
        named, how = sorted(named), "their names"
    metrics = first["results"][0]["metrics"]
    if not metrics:
        raise InputError("E-550", named[0], "has no metrics", "write it with truebox eval --json")
    runs = tuple(_run(name, documents[path]) for name, path in zip(_short(named), named, strict=True))
    return History(
        runs=runs, main=next(iter(metrics)), order=how, protocol=first["protocol"], truth=first["truth"]
    )


def _numbered(path: str) -> list[tuple[int, int, str]]:
    """Text and numbers in turn, so that 9 comes before 10."""
    parts = re.split(r"([0-9]+)", path)
    return [(int(part), len(part), "") if place % 2 else (0, 0, part) for place, part in enumerate(parts)]


def _short(paths: Sequence[str]) -> list[str]:
    """The names of the files; with their folders where two are the same."""
    names = [os.path.splitext(os.path.basename(path))[0] for path in paths]
    return names if len(set(names)) == len(names) else list(paths)


def _run(name: str, document: Mapping[str, Any]) -> HistoryRun:
    entry = document["results"][0]
    main = next(iter(entry["metrics"]), "")
    sure = ((entry.get("diagnosis") or {}).get("intervals") or {}).get("metrics", {}).get(main) or {}
    low, high = sure.get("low"), sure.get("high")
    return HistoryRun(
        name=name,
        metrics=entry["metrics"],
        interval=None if low is None or high is None else (low, high),
    )


def _refuse_other(document: Mapping[str, Any], path: str, first: Mapping[str, Any], first_path: str) -> None:
    if len(document["results"]) != 1:
        problem = f"holds {len(document['results'])} results, a history takes one of each document"
        raise InputError("E-554", path, problem, "evaluate each predictions file to a document of its own")
    differs = [
        key
        for key in (*first["protocol"], *document["protocol"])
        if first["protocol"].get(key) != document["protocol"].get(key)
    ]
    if differs:
        key = differs[0]
        problem = (
            f"was evaluated with {key} {_cut(document['protocol'].get(key))}, "
            f"{first_path} with {_cut(first['protocol'].get(key))}"
        )
        raise InputError("E-554", path, problem, "evaluate all by the same rules")
    if not _same_truth(document["truth"], first["truth"]):
        problem = (
            f"is of another truth ({_truth_words(document['truth'])}) than {first_path} "
            f"({_truth_words(first['truth'])})"
        )
        raise InputError("E-554", path, problem, "evaluate all on the same truth")


def _same_truth(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """By their bytes where both are known, else by what they hold."""
    if one.get("sha256") and other.get("sha256"):
        return bool(one["sha256"] == other["sha256"])
    return all(one.get(key) == other.get(key) for key in ("images", "truths", "categories"))


def _truth_words(truth: Mapping[str, Any]) -> str:
    return f"{truth.get('path')}, {truth.get('images')} images, {truth.get('truths')} truths"


def _cut(value: object) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
