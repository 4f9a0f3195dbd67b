"""Packed columns taken out of the data of a page, into parts of their own."""

from __future__ import annotations

from typing import Any

__all__ = ["columns_apart"]


def columns_apart(value: Any, part: str, taken: list[str]) -> Any:
    """The same value, with the bytes of packed columns in `taken` and a number in their place.

    Examples
    --------
    >>> taken = []
    >>> columns_apart({"iou": 0.5, "score": {"type": "Uint8Array", "bytes": "AQI="}}, "columns-0", taken)
    {'iou': 0.5, 'score': {'type': 'Uint8Array', 'part': 'columns-0', 'at': 0}}
    >>> taken
    ['AQI=']
    """
    if isinstance(value, dict):
        if value.keys() == {"type", "bytes"}:
            taken.append(value["bytes"])
            return {"type": value["type"], "part": part, "at": len(taken) - 1}
        return {key: columns_apart(each, part, taken) for key, each in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict | type(None)):
        return [columns_apart(each, part, taken) for each in value]
    return value
