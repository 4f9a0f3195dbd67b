"""Results under the names that the user gave them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

__all__ = ["with_names"]


def with_names(results: Sequence[Any], names: Sequence[str]) -> list[Any]:
    """The results, each with the name of its predictions file; as they are where there are no names.

    Of several geometries each file has several results, which follow each other.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> result = evaluate([box], [box | {"scores": [0.5]}], mode="corrected")
    >>> [named] = with_names([result], ["Ours"])
    >>> named.predictions.source.shown, result.predictions.source.shown
    ('Ours', '<predictions>')
    """
    if not names:
        return list(results)
    share = len(results) // len(names)
    return [_called(result, names[place // share]) for place, result in enumerate(results)]


def _called(result: Any, name: str) -> Any:
    found = result.predictions
    return replace(result, predictions=replace(found, source=replace(found.source, called=name)))
