"""The result as one JSON document, stable from run to run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds
from truebox._lazily import deferred
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    import json

    from truebox.diagnosis import Comparison, Diagnosis, Gate, Ties, UnscoredDiagnosis
    from truebox.evaluation.any_result import AnyResult
else:
    json = deferred("json")  # only what is not plain needs it (2 ms)

__all__ = ["to_json"]


@refuses_other_kinds
def to_json(
    results: AnyResult | Comparison | Sequence[AnyResult],
    *,
    diagnoses: Sequence[Diagnosis | UnscoredDiagnosis] = (),
    ties: Sequence[Ties | None] = (),
    gates: Iterable[Gate] = (),
) -> str:
    """Return one or several results of one truth as a JSON document.

    The keys are those of ``Result.to_dict()``; ``results`` has one entry per prediction file, in
    order. Numbers have full precision (shortest text that reads back to the same double),
    undefined metrics are null with a reason under ``undefined``. The text is pure ASCII, ends with
    a newline, and has one line per class, so that two runs can be compared with ``diff``.

    Parameters
    ----------
    results : Result, sequence of Result, or Comparison
        Several must share the truth.
    diagnoses : sequence of Diagnosis or UnscoredDiagnosis
        Of each result, or none: each becomes the key ``diagnosis`` of its result.
    ties : sequence of Ties or None
        Of each result, or none: the ranges become the key ``equal_scores`` of its result.
    gates : iterable of Gate
        What the document lists under ``gates``.

    Returns
    -------
    str

    Raises
    ------
    ArgumentError
        The results are of different truths or protocols, or there are none.

    Examples
    --------
    >>> import json
    >>> json.loads(to_json(result))["results"][0]["metrics"]["AP"]        # doctest: +SKIP
    0.5045806987249628
    """
    many: list[AnyResult | Comparison] = list(results) if isinstance(results, Sequence) else [results]
    if not many:
        raise ArgumentError("results is empty; give at least one result")
    documents: list[dict[str, Any]] = [result.to_dict() for result in many]
    if len({_geometry(document) for document in documents}) > 1:  # each result then says its own rules
        for document in documents:
            document["results"] = [
                {**entry, "protocol": document["protocol"]} for entry in document["results"]
            ]
    merged = dict(documents[0])
    for document in documents[1:]:
        for key in ("protocol", "truth"):
            beside = key == "protocol" and _geometry(document) != _geometry(merged)
            if document[key] != merged[key] and not beside:
                raise ArgumentError(f"results differ in their {key}; write them to separate documents")
        for key in ("results", "gates"):
            if key in document:
                merged[key] = [*merged[key], *document[key]]
    if any(found is not None for found in ties):
        ranges = [
            {key: each.to_dict() for key, each in found.metrics.items()} if found else {} for found in ties
        ]
        pairs_of = zip(merged["results"], ranges, strict=True)
        merged["results"] = [{**entry, "equal_scores": held} for entry, held in pairs_of]
    if diagnoses:
        pairs = zip(merged["results"], diagnoses, strict=True)
        merged["results"] = [{**entry, "diagnosis": found.to_dict()} for entry, found in pairs]
    listed = [gate.to_dict() for gate in gates]
    if listed:
        merged["gates"] = listed
    return _layout(merged, 0) + "\n"


def _geometry(document: Mapping[str, Any]) -> str:
    return str(document["protocol"].get("geometry", ""))


# The document, the list of results, one result, and its list of classes are laid out over lines;
# what lies deeper (a class, a warning) stays on one line.
_DEEPEST = 3
_HOLDING = (dict, list, tuple, Mapping)


def _layout(value: Any, depth: int) -> str:
    keyed = isinstance(value, Mapping)
    held = value.values() if keyed else value if isinstance(value, list | tuple) else ()
    if depth > _DEEPEST or not any(isinstance(item, _HOLDING) for item in held):
        return _on_one_line(value)
    space = "  " * depth
    items = [_layout(item, depth + 1) for item in held]
    if keyed:
        items = [f"{_on_one_line(str(key))}: {item}" for key, item in zip(value, items, strict=True)]
    start, end = "{}" if keyed else "[]"
    body = ",\n".join(f"{space}  {item}" for item in items)
    return f"{start}\n{body}\n{space}{end}"


class _NotPlainError(Exception):
    """A value that is left to `json`: to escape, to convert or to refuse."""


def _on_one_line(value: Any) -> str:
    """As ``json.dumps`` writes it; refuses what is not finite."""
    try:
        return _plain(value)
    except _NotPlainError:
        return json.dumps(value, allow_nan=False)


def _plain(value: Any) -> str:
    writer = _WRITERS.get(type(value))
    if writer is None:
        raise _NotPlainError
    return writer(value)


def _float(value: float) -> str:
    if not isfinite(value):
        raise _NotPlainError
    return repr(value)


def _text(value: str) -> str:
    if not (value.isascii() and value.isprintable()) or '"' in value or "\\" in value:
        raise _NotPlainError
    return f'"{value}"'


def _object(value: dict[Any, Any]) -> str:
    if any(type(key) is not str for key in value):
        raise _NotPlainError
    return f"{{{', '.join([f'{_text(key)}: {_plain(item)}' for key, item in value.items()])}}}"


def _array(value: list[Any] | tuple[Any, ...]) -> str:
    return f"[{', '.join([_plain(item) for item in value])}]"


_WRITERS: dict[type, Callable[[Any], str]] = {
    float: _float,
    str: _text,
    int: repr,
    dict: _object,
    list: _array,
    tuple: _array,
    bool: lambda value: "true" if value else "false",
    type(None): lambda _: "null",
}
