"""Arguments of another kind than the signature says, refused in words.

A public function need not ask of each argument what it is, which takes time and forgets one: it is called,
and only where that fails with an error of Python's or NumPy's are the arguments held against the annotations.
A call that succeeds is never refused, and an error that no argument explains stays what it is: a fault.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Any, TypeVar, cast

from truebox.errors import ArgumentError, TrueboxError, TrueboxWarning

__all__ = [
    "answered_first",
    "asks_kinds",
    "refuse_masked",
    "refuses_other_kinds",
    "require_fields",
    "warn_caller",
]

_Function = TypeVar("_Function", bound=Callable[..., Any])
_RAISED: tuple[type[Exception], ...] = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    MemoryError,
    RecursionError,
    StopIteration,
    TypeError,
    ValueError,
)


def asks_kinds(function: _Function) -> _Function:
    """The function, which asks of every argument what it is before it runs: for constructors that keep them.

    Examples
    --------
    >>> class Scale:
    ...     @asks_kinds
    ...     def __init__(self, factor: float = 1.0) -> None:
    ...         self.factor = factor
    >>> Scale("three")
    Traceback (most recent call last):
    truebox.errors.ArgumentError: factor is 'three'; expected a number
    """

    @wraps(function)
    def asked(*args: Any, **named: Any) -> Any:
        said = import_module("truebox._other_kinds").other_kind(function, args, named)
        if said is not None:
            raise ArgumentError(said)
        return function(*args, **named)

    return cast(_Function, asked)


def refuse_masked(value: Any, name: str = "") -> None:
    """Refuse an array of ``numpy.ma`` that has masked values: NumPy's functions see what is behind the mask.

    One without any is its data. Rows of a list are looked at where anybody has loaded ``numpy.ma``.

    Raises
    ------
    ArgumentError
        Says how to have the values that are not masked.

    Examples
    --------
    >>> import numpy as np
    >>> refuse_masked(np.ma.array([0.5, 0.7]), "scores")
    >>> refuse_masked(np.ma.array([0.5, 0.7], mask=[False, True]), "scores")
    Traceback (most recent call last):
    truebox.errors.ArgumentError: scores is an array of numpy.ma with masked values, and what is behind them \
would be counted. Fix: leave these rows out of every array, or fill them: scores.filled(value).
    """
    kind = type(value)
    if kind is list or kind is tuple:
        if "numpy.ma" in sys.modules and not _PLAIN_ROWS.issuperset(map(type, value)):
            for row in value:
                refuse_masked(row, name)
    elif _is_of_masked(kind) and value.mask.any():
        raise ArgumentError(
            f"{name or 'this'} is an array of numpy.ma with masked values, and what is behind them would be "
            "counted. Fix: leave these rows out of every array, or fill them: "
            f"{name or 'array'}.filled(value)."
        )


_PLAIN_ROWS = frozenset((float, int, bool, str, bytes, type(None)))


_masked: dict[type, bool] = {}
"""By class: its ancestors are searched once."""


def _is_of_masked(kind: type) -> bool:
    known = _masked.get(kind)
    if known is None:
        known = _masked[kind] = any(base.__module__.startswith("numpy.ma") for base in kind.__mro__)
    return known


def require_fields(made: Any) -> None:
    """Refuse a dataclass that holds anything of another kind than its annotation says.

    Examples
    --------
    >>> from dataclasses import make_dataclass
    >>> require_fields(make_dataclass("Scale", [("factor", "float")])("three"))
    Traceback (most recent call last):
    truebox.errors.ArgumentError: factor is 'three'; expected a number
    """
    held = {name: getattr(made, name) for name in made.__dataclass_fields__}
    said = import_module("truebox._other_kinds").other_kind(type(made), (), held)
    if said is not None:
        raise ArgumentError(said)


def refuses_other_kinds(function: _Function) -> _Function:
    """The function, which raises `ArgumentError` where an argument of another kind made it fail.

    Examples
    --------
    >>> @refuses_other_kinds
    ... def doubled(number: float) -> float:
    ...     return number * 2.0
    >>> doubled(3)
    6.0
    >>> doubled("three")
    Traceback (most recent call last):
    truebox.errors.ArgumentError: number is 'three'; expected a number
    """

    @wraps(function)
    def asked(*args: Any, **named: Any) -> Any:
        try:
            return function(*args, **named)
        except TrueboxError:
            raise
        except _RAISED as error:
            # A call that does not fit the signature is Python's to word.
            if error.__traceback__ is None or error.__traceback__.tb_next is None:
                raise
            said = import_module("truebox._other_kinds").other_kind(function, args, named)
            if said is None:
                raise
            raise ArgumentError(said) from error

    wrapped = cast(Any, asked)
    wrapped.__kwdefaults__ = function.__kwdefaults__  # `evaluate` asks for its own
    return cast(_Function, wrapped)


def answered_first(
    front: Callable[[tuple[Any, ...], dict[str, Any]], Any],
) -> Callable[[_Function], _Function]:
    """A decorator of functions whose plain calls `front` answers, a compiled function.

    It is given the positional and the named arguments, and gives None where anything is not plain; only then
    the function runs, which takes every argument and words every error. Most of a short call is Python that
    reads arguments: this is one step of it.

    Examples
    --------
    >>> @answered_first(lambda args, named: 2.0 * args[0] if args and not named else None)
    ... def doubled(number: float, *, times: float = 1.0) -> float:
    ...     return number * 2.0 * times
    >>> doubled(3), doubled(3, times=2)
    (6.0, 12.0)
    """

    def decorate(function: _Function) -> _Function:
        @wraps(function)
        def asked(*args: Any, **named: Any) -> Any:
            answer = front(args, named)
            return function(*args, **named) if answer is None else answer

        wrapped = cast(Any, asked)
        wrapped.__kwdefaults__ = function.__kwdefaults__
        return cast(_Function, wrapped)

    return decorate


def warn_caller(text: str) -> None:
    """Warn where the package was called, however many of its own functions stand between.

    Python shows a warning once for each place: were it ours, the second data set's would not be seen.

    Examples
    --------
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     warn_caller("W-301 1 of 2 images has no detections")
    >>> caught[0].category.__name__
    'TrueboxWarning'
    """
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "truebox":
        level, frame = level + 1, frame.f_back
    warnings.warn(text, TrueboxWarning, stacklevel=level)
