"""Columns of numbers inside a page: little-endian bytes as base64, a tenth of the time of JSON to read."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import AnyArray

__all__ = ["columns_apart", "packed"]

_KINDS = {
    "f8": "Float64Array",
    "f4": "Float32Array",
    "u2": "Uint16Array",
    "u1": "Uint8Array",
    "i4": "Int32Array",
    "i2": "Int16Array",
}


def packed(values: AnyArray, kind: str) -> dict[str, Any]:
    """`values` as the page's script unpacks them: the name of the array type, and its bytes.

    Examples
    --------
    >>> packed(np.array([1, 2]), "u1")
    {'type': 'Uint8Array', 'bytes': 'AQI='}
    """
    data = np.ascontiguousarray(values, dtype=f"<{kind}").tobytes()
    return {"type": _KINDS[kind], "bytes": base64.b64encode(data).decode("ascii")}


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
