"""Columns of numbers inside a page: little-endian bytes as base64, a tenth of the time of JSON to read."""

from __future__ import annotations

import base64
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import AnyArray

__all__ = ["columns_apart", "columns_deflated", "packed"]

_KINDS = {
    "f8": "Float64Array",
    "f4": "Float32Array",
    "u2": "Uint16Array",
    "u1": "Uint8Array",
    "i4": "Int32Array",
    "i2": "Int16Array",
}

_PLAIN, _DEFLATED = {"type", "bytes"}, {"type", "deflated", "planes"}

_SMALL = 65_536
"""Characters of a column that stays as it is: every browser reads it at once."""

_LEVEL = 1
"""Of two million detections the next levels take five times as long for a hundredth of the bytes."""


def packed(values: AnyArray, kind: str) -> dict[str, Any]:
    """`values` as the page's script unpacks them: the name of the array type, and its bytes.

    Examples
    --------
    >>> packed(np.array([1, 2]), "u1")
    {'type': 'Uint8Array', 'bytes': 'AQI='}
    """
    data = np.ascontiguousarray(values, dtype=f"<{kind}").tobytes()
    return {"type": _KINDS[kind], "bytes": base64.b64encode(data).decode("ascii")}


def columns_apart(value: Any, part: str, taken: list[dict[str, Any]]) -> Any:
    """The same value, with packed columns, deflated or not, in `taken` and a number in their place.

    Examples
    --------
    >>> taken = []
    >>> columns_apart({"iou": 0.5, "score": {"type": "Uint8Array", "bytes": "AQI="}}, "columns-0", taken)
    {'iou': 0.5, 'score': {'type': 'Uint8Array', 'part': 'columns-0', 'at': 0}}
    >>> taken
    [{'type': 'Uint8Array', 'bytes': 'AQI='}]
    """
    if isinstance(value, dict):
        if value.keys() in (_PLAIN, _DEFLATED):
            taken.append(value)
            return {"type": value["type"], "part": part, "at": len(taken) - 1}
        return {key: columns_apart(each, part, taken) for key, each in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict | type(None)):
        return [columns_apart(each, part, taken) for each in value]
    return value


def columns_deflated(value: Any) -> Any:
    """The same value with long packed columns deflated: of millions of detections a sixth of the bytes.

    ``planes`` says whether all first bytes come first, then all second ones; whichever is shorter.

    Examples
    --------
    >>> long = packed(np.zeros(9_000), "f8")
    >>> made = columns_deflated({"score": long, "few": packed(np.zeros(1), "u1")})
    >>> sorted(made["score"]), len(made["score"]["deflated"]) < len(long["bytes"]) // 100
    (['deflated', 'planes', 'type'], True)
    >>> made["few"]
    {'type': 'Uint8Array', 'bytes': 'AA=='}
    """
    if isinstance(value, dict):
        if value.keys() == _PLAIN:
            return _deflated(value) if len(value["bytes"]) > _SMALL else value
        return {key: columns_deflated(each) for key, each in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict | type(None)):
        return [columns_deflated(each) for each in value]
    return value


def _deflated(column: dict[str, str]) -> dict[str, Any]:
    data = base64.b64decode(column["bytes"])
    width = next(np.dtype(kind).itemsize for kind, name in _KINDS.items() if name == column["type"])
    planes = np.frombuffer(data, np.uint8).reshape(-1, width).T.tobytes() if width > 1 else data
    plain, apart = zlib.compress(data, _LEVEL), zlib.compress(planes, _LEVEL)
    shorter = min(plain, apart, key=len)
    return {
        "type": column["type"],
        "deflated": base64.b64encode(shorter).decode("ascii"),
        "planes": shorter is apart and width > 1,
    }
