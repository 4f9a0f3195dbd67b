"""The numbers of an earlier evaluation, from the document that ``--json`` wrote."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from truebox.diagnosis.gating.gate_figures import AT_BEST, Figure, place_of_class
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.diagnosis.gating.gate_expression import GateExpression
    from truebox.evaluation.any_result import AnyResult

__all__ = ["BaselineDocument", "is_document", "read_document"]

_COMPARED = ("name", "mode", "geometry", "iou_thresholds", "max_detections", "area_ranges", "class_agnostic")
_BEGIN = 1 << 16
_OF_SLICES = {"AP": "ap", "AP50": "ap50", "recall": "recall"}


def is_document(path: str | os.PathLike[str]) -> bool:
    """Whether a file begins as what ``--json`` writes; predictions do not.

    Raises
    ------
    InputError
        E-550: the file cannot be read.
    """
    try:
        with open(path, "rb") as stream:
            head = stream.read(200)
    except OSError as error:
        raise InputError(
            "E-550", os.fspath(path), f"cannot be read: {error.strerror}", "check the path"
        ) from None
    return head.lstrip().removeprefix(b"{").lstrip().startswith(b'"format_version"')


def read_document(path: str | os.PathLike[str]) -> Mapping[str, Any]:
    """Read what ``--json`` wrote.

    Raises
    ------
    InputError
        E-550: it is something else.
    """
    place = os.fspath(path)
    try:
        with open(path, encoding="utf-8") as stream:
            text = stream.read(_BEGIN)
            if text.lstrip().startswith("{"):  # a device that never ends is not read for ever
                text += stream.read()
            document = json.loads(text)
    except OSError as error:
        raise InputError("E-550", place, _unread(error), "check the path") from None
    except ValueError as error:
        raise _no_document(place, f"is no JSON ({error})") from None
    except RecursionError:
        raise _no_document(place, "is nested too deeply") from None
    return _checked(document, place)


class BaselineDocument:
    """One entry of a document: that of the same name, or the only one.

    Parameters
    ----------
    document : mapping
        As ``Result.to_dict()`` makes it.
    place : str
        What errors call it.
    result : Result
        What is held against it.

    Raises
    ------
    InputError
        E-550: it is no such document; E-551: it is of another protocol; E-552: it has no entry for the
        result.

    Examples
    --------
    >>> from truebox.diagnosis.gating.gate_expression import parse_gate
    >>> from truebox.evaluation import evaluate
    >>> from truebox.generation import make_dataset
    >>> result = evaluate(*make_dataset(20, 2, 9, 3.0, 1), mode="corrected")
    >>> value, _ = BaselineDocument(result.to_dict(), "last.json", result).of(parse_gate("AP=0"))
    >>> value == result.metrics["AP"]
    True
    """

    def __init__(self, document: Mapping[str, Any], place: str, result: AnyResult) -> None:
        self.document = _checked(document, place)
        self.place = place
        own = result.to_dict()
        self.notes = self._notes(own["truth"])
        self.entry = self._entry(own["protocol"], result.predictions.source.shown)

    def of(self, asked: GateExpression) -> Figure:
        """The number that is asked for, or None and why.

        Raises
        ------
        InputError
            E-552: it does not hold this number.
        """
        entry = self.entry
        metrics = entry["metrics"]
        if asked.subject in metrics:
            return metrics[asked.subject], self._undefined(entry, asked.subject)
        if asked.selector is None:
            return self._at_best(entry, asked, -1)
        classes = entry["per_class"]
        place = place_of_class(asked.selector, [(each.get("id"), str(each.get("name"))) for each in classes])
        if place is None:
            return self._of_slice(entry, asked)
        if asked.metric in AT_BEST:
            return self._at_best(entry, asked, place)
        if asked.metric not in classes[place]:
            raise self._missing(asked)
        value = classes[place][asked.metric]
        return value, None if value is not None else f"undefined in {self.place}"

    def error_of(self, asked: GateExpression) -> float | None:
        """The standard error of the number that is asked for, where the document holds it.

        Examples
        --------
        >>> from truebox.diagnosis.gating.gate_expression import parse_gate
        >>> from truebox.evaluation import evaluate
        >>> from truebox.generation import make_dataset
        >>> result = evaluate(*make_dataset(20, 2, 9, 3.0, 1), mode="corrected")
        >>> BaselineDocument(result.to_dict(), "last.json", result).error_of(parse_gate("AP=0")) is None
        True
        """
        found = (self.entry.get("diagnosis") or {}).get("intervals") or {}
        entry = found.get("metrics", {}).get(asked.subject)
        classes = found.get("per_class", ())
        if entry is None and asked.selector is not None and classes:
            named = [(each.get("id"), str(each.get("name"))) for each in classes]
            place = place_of_class(asked.selector, named)
            entry = None if place is None else classes[place].get("metrics", {}).get(asked.metric)
        return None if entry is None else entry.get("error")

    @property
    def drawn(self) -> int | None:
        """Of how many images, groups or sequences its errors were drawn; None where it holds none.

        Examples
        --------
        >>> from truebox.evaluation import evaluate
        >>> from truebox.generation import make_dataset
        >>> result = evaluate(*make_dataset(20, 2, 9, 3.0, 1), mode="corrected")
        >>> BaselineDocument(result.to_dict(), "last.json", result).drawn is None
        True
        """
        found = (self.entry.get("diagnosis") or {}).get("intervals") or {}
        return found.get("groups") or found.get("images") or found.get("count")

    def _notes(self, own: Mapping[str, Any]) -> list[str]:
        """What to know: another truth makes another number."""
        other = self.document["truth"]
        if own.get("sha256") == other.get("sha256"):
            return []
        return [
            f"W-553 {self.place} was evaluated on another truth ({other.get('path')}); a drop may be its."
        ]

    def _entry(self, own: Mapping[str, Any], name: str) -> Mapping[str, Any]:
        earlier = self.document["protocol"]
        # Rules that were always written must be there; of others those that both versions wrote.
        for key in (*_COMPARED, *(each for each in own if each in earlier and each not in _COMPARED)):
            theirs = earlier.get(key)
            if theirs != own.get(key):
                raise InputError(
                    "E-551",
                    self.place,
                    f"the baseline has {key} {theirs!r:.80}, this evaluation {own.get(key)!r:.80}",
                    "evaluate both the same way",
                )
        entries = self.document["results"]
        named = [entry for entry in entries if entry["name"] == name]
        if len(entries) == 1 or len(named) == 1:
            return dict(named[0] if len(named) == 1 else entries[0])
        raise InputError(
            "E-552",
            self.place,
            f"{len(entries)} results, of which not one is named {name}",
            "give a baseline with one result",
        )

    def _at_best(self, entry: Mapping[str, Any], asked: GateExpression, place: int) -> Figure:
        points = (entry.get("diagnosis") or {}).get("points")
        if not points or asked.metric not in AT_BEST:
            raise self._missing(asked)
        point = points["overall"] if place < 0 else points["per_class"][place]
        return point[asked.metric.lower()], point["reason"]

    def _of_slice(self, entry: Mapping[str, Any], asked: GateExpression) -> Figure:
        found = (entry.get("diagnosis") or {}).get("slices")
        by, _, label = (asked.selector or "").partition(":")
        for row in [] if found is None else found["rows"]:
            if (row["by"], row["label"]) == (by.strip(), label.strip()) and asked.metric in _OF_SLICES:
                value = row[_OF_SLICES[asked.metric]]
                return value, None if value is not None else f"undefined in {self.place}"
        raise self._missing(asked)

    def _undefined(self, entry: Mapping[str, Any], key: str) -> str | None:
        reason = entry.get("undefined", {}).get(key)
        return None if reason is None else f"undefined in {self.place}: {reason}"

    def _missing(self, asked: GateExpression) -> InputError:
        return InputError(
            "E-552",
            self.place,
            f"the baseline does not hold {asked.subject}",
            "write it with --json --diagnosis, or give the earlier predictions as the baseline",
        )


def _unread(error: OSError) -> str:
    return f"cannot be read: {error.strerror}"


def _no_document(place: str, problem: str) -> InputError:
    return InputError(
        "E-550", place, problem, "give a file that truebox eval --json wrote, or predictions to evaluate"
    )


def _checked(document: Any, place: str) -> Mapping[str, Any]:
    if not isinstance(document, Mapping) or document.get("format_version") != 1:
        raise _no_document(place, "is no document of format_version 1")
    kinds = (("protocol", Mapping), ("truth", Mapping), ("results", list))
    if not all(isinstance(document.get(key), kind) for key, kind in kinds) or not document["results"]:
        raise _no_document(place, "has no results of an evaluation")
    for entry in document["results"]:
        parts = isinstance(entry, Mapping) and isinstance(entry.get("metrics"), Mapping) and "name" in entry
        if not parts or not isinstance(entry.get("per_class"), list):
            raise _no_document(place, "has a result without name, metrics or classes")
    return document
