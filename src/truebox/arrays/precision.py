"""In which dtype a measure is computed, and in which it is answered; by name, so for every library alike."""

from __future__ import annotations

from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError

__all__ = ["answer_dtype", "computing_dtype"]


@refuses_other_kinds
def answer_dtype(first: str, second: str, default: str) -> str:
    """Name of the dtype of an answer about two arrays.

    Equal floating dtypes are kept; of two, the wider counts (float16 with bfloat16: float32); integers take
    the floating dtype of the other side, or `default` where both are integers.

    Raises
    ------
    ArgumentError
        For a dtype that holds no real numbers.

    Examples
    --------
    >>> answer_dtype("float16", "float32", "float32"), answer_dtype("int64", "uint8", "float64")
    ('float32', 'float64')
    """
    floats = [name for name in (first, second) if _is_float(name)]
    if not floats:
        return default
    if len(floats) == 1 or first == second:
        return floats[0]
    return "float64" if "float64" in floats else "float32"


@refuses_other_kinds
def computing_dtype(answer: str) -> str:
    """Name of the dtype to compute in: float32 for half precision, whose areas would overflow at 256 x 256.

    Examples
    --------
    >>> computing_dtype("bfloat16"), computing_dtype("float64")
    ('float32', 'float64')
    """
    return "float64" if answer == "float64" else "float32"


def _is_float(name: str) -> bool:
    if name.startswith(("float", "bfloat")):
        return True
    if not name.startswith(("int", "uint")):
        raise ArgumentError(f"boxes have dtype {name}; expected real numbers")
    return False
