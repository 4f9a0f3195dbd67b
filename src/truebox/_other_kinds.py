"""Which argument of a call that failed is of another kind than its annotation says."""

from __future__ import annotations

import os
import reprlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from inspect import Parameter, signature
from itertools import chain
from numbers import Real
from typing import Any, Literal, NamedTuple, get_args, get_origin

import numpy as np

from truebox import typing as aliases

__all__ = ["other_kind"]

_ARRAYS = {"Any", "ArrayLike", "AnyArray", "FloatArray", "Int64Array", "BoolArray", "NDArray", "OneBox"}
_WORDS = {"AngleUnit", "BoxFormatLike", "ColourOrder", "Direction", "Order", "Reduction", "Role", "Theme"}
_WORDS |= {"TurningDirection", "Variant", "Way"}
_PATHS = {"PathLike", "os.PathLike"}
_FILES = {"truth", "predictions", "path", "source", "file", "data"}
_LISTS = {"Iterable", "Sequence", "tuple"}
_LARGEST = 10**308
_ABSURD = 10**9  # of a count, where a call failed
_FOREIGN = ("builtins", "collections", "datetime", "decimal", "io", "_io", "numpy", "pathlib")


def other_kind(function: Callable[..., Any], args: tuple[Any, ...], named: Mapping[str, Any]) -> str | None:
    """What to say of the first argument of another kind; None where every one fits.

    Arguments that may be anything come last: of them only what can be no array is told.

    Examples
    --------
    >>> def scaled(boxes: Any, factor: float) -> Any: ...
    >>> other_kind(scaled, ([[0, 0, 1, 1]], None), {})
    'factor is None; expected a number'
    >>> other_kind(scaled, ([[0, 0, 1, 1], [2]], 2), {})
    'boxes is [[0, 0, 1, 1], [2]]; expected an array of numbers, whose rows are of one length'
    """
    asked = signature(function)
    try:
        given = asked.bind(*args, **named).arguments
    except TypeError:
        return None
    parameters = asked.parameters
    kinds = [
        _Given(name, value, _split(str(parameters[name].annotation)), value is parameters[name].default)
        for name, value in given.items()
        if parameters[name].annotation is not Parameter.empty  # such as `self`
        # What is passed on by name is told by the function that names it.
        and parameters[name].kind is not Parameter.VAR_KEYWORD
    ]
    found = (
        said
        for look in (_path_of_bytes, _plainly_other, _absurd, _no_array, _doubtful)
        for said in map(look, kinds)
        if said
    )
    return next(found, None)


class _Given(NamedTuple):
    name: str
    value: Any
    heads: list[str]
    is_default: bool

    @property
    def is_array(self) -> bool:
        return not _ARRAYS.isdisjoint(map(_head, self.heads))

    @property
    def fits(self) -> bool:
        return any(_fits(self.value, head) for head in self.heads)


def _path_of_bytes(given: _Given) -> str:
    value = given.value
    if not isinstance(value, os.PathLike) or isinstance(os.fspath(value), str):
        return ""
    return f"{given.name} is a path of bytes; expected one of text, as os.fsdecode({given.name}) makes of it"


def _plainly_other(given: _Given) -> str:
    # A default fits, whatever alias its annotation has the name of.
    if given.is_array or given.is_default or given.fits:
        return ""
    return f"{given.name} is {in_a_line(given.value)}; expected {' or '.join(map(_words, given.heads))}"


def _absurd(given: _Given) -> str:
    value = given.value
    whole = "int" in given.heads and isinstance(value, (int, np.integer))
    if not whole or abs(int(value)) < _ABSURD:
        return ""
    return f"{given.name} is {in_a_line(value)}, far beyond what fits in memory; expected a number near 0"


def _no_array(given: _Given) -> str:
    if not given.is_array or given.fits:
        return ""
    shown = in_a_line(given.value)
    return f"{given.name} is {shown}; expected an array of numbers, whose rows are of one length"


def _doubtful(given: _Given) -> str:
    """What is most often right, but not where a call fails."""
    value = given.value
    if isinstance(value, Iterator) and not {"Any", "Iterator"} & {*map(_head, given.heads)}:
        return f"{given.name} is {in_a_line(value)}, which is used up as it is read; expected a list"
    is_result = given.name in ("result", "results") or any("Result" in head for head in given.heads)
    if is_result and _holds_no_result(value):
        return f"{given.name} is {in_a_line(value)}; expected what an evaluation answered"
    kinds = [base.__name__ for base in type(value).__mro__]
    if "Result" in given.heads and kinds[0].endswith("Result") and "Result" not in kinds:
        return f"{given.name} is a {kinds[0]}; expected the Result of detections with scores"
    alone = isinstance(value, (Real, Iterator)) or getattr(value, "shape", None) == ()
    if isinstance(value, (str, bytes, Mapping)):
        alone = given.name not in _FILES
    if isinstance(value, np.ndarray) and value.dtype.kind not in "biuf":
        alone = True
    if not given.is_array or not alone:
        return ""
    return f"{given.name} is {in_a_line(value)}; expected an array or what is documented"


def in_a_line(value: object) -> str:
    """A value in at most one line.

    Examples
    --------
    >>> in_a_line([0] * 100)
    '[0, 0, 0, 0, 0, 0, ...]'
    """
    try:
        text = " ".join(reprlib.repr(value).split())
    except Exception:
        return f"a {type(value).__name__}"
    return text if len(text) <= 80 else f"a {type(value).__name__}, {text[:60]} ..."


def _split(annotation: str) -> list[str]:
    """The alternatives of an annotation."""
    parts, depth = [""], 0
    for sign in annotation:
        depth += (sign in "[(") - (sign in "])")
        if sign == "|" and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]


def _head(annotation: str) -> str:
    return annotation.partition("[")[0]


def _within(annotation: str) -> list[str]:
    """What stands between the brackets, each one."""
    inside, parts, depth = annotation.partition("[")[2].removesuffix("]"), [""], 0
    for sign in inside:
        depth += (sign in "[(") - (sign in "])")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts if part.strip()]


def _fits(value: Any, annotation: str) -> bool:
    head = _head(annotation)
    test = _SIMPLE.get(head) or (_may_be_array if head in _ARRAYS else None)
    if test is not None:
        return test(value)
    if head == "tuple" and not (isinstance(value, (tuple, list)) and _is_row_of(value, _within(annotation))):
        return False
    if head in _LISTS:
        return _is_list(value, _within(annotation), once=head == "Iterable")
    if head == "Literal" or head in _WORDS or _words_of(head):
        return isinstance(value, (str, Enum)) or ("Literal['" not in annotation and head == "Literal")
    return _is_of_class(value, head)


def _words_of(alias: str) -> tuple[str, ...]:
    """Those that an alias of the package stands for; none of one that is no list of words."""
    meant = vars(aliases).get(alias)
    return get_args(meant) if get_origin(meant) is Literal else ()


def _is_of_class(value: Any, name: str) -> bool:
    kind = type(value)
    if name.startswith("Any"):
        return not kind.__module__.startswith(_FOREIGN)
    # An alias stands for classes that have other names: only what is none of the package's is told.
    named = any(base.__name__ == name for base in kind.__mro__)
    return named or name.endswith("Like") or kind.__module__.startswith("truebox")


def _is_number(value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return value.ndim == 0 and value.dtype.kind in "biuf"
    return isinstance(value, (int, float, np.number)) and not (
        isinstance(value, int) and abs(value) > _LARGEST
    )


def _is_path(value: Any) -> bool:
    return isinstance(value, (str, os.PathLike))


def _is_list(value: Any, within: list[str], *, once: bool) -> bool:
    if isinstance(value, Iterator):  # it is used up
        return once
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        return False
    if isinstance(value, np.ndarray) and value.ndim == 0:
        return False
    heads = [*chain.from_iterable(_split(each) for each in within if each != "...")]
    if not heads or "Any" in heads or len(within) > 1:
        return True
    if isinstance(value, np.ndarray) and value.dtype.kind not in "OU":
        return bool({"bool", "float", "int", "Sequence"} & {*map(_head, heads)})
    return all(any(_fits(each, head) for head in heads) for each in value)


def _is_row_of(value: Sequence[Any], within: list[str]) -> bool:
    if "..." in within or not within:
        return True
    heads = [_split(each) for each in within]
    fits = (any(_fits(each, head) for head in some) for each, some in zip(value, heads, strict=False))
    return len(value) == len(within) and all(fits)


def _holds_no_result(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return all(map(_holds_no_result, value))
    return isinstance(value, (Real, np.ndarray)) or type(value) is object


def _may_be_array(value: Any) -> bool:
    if isinstance(value, (str, bytes)):  # a path, or what the function words itself
        return True
    if value is None or isinstance(value, (type, complex)) or callable(value):
        return False
    if hasattr(value, "__array_interface__") or isinstance(value, (list, tuple, np.ndarray)):
        try:
            held = np.asarray(value)
        except Exception:
            return False
        # Texts and records may be rows of labels.
        return held.dtype.kind in "biufUS" or (held.dtype.kind == "O" and all(map(_is_row, held.flat)))
    return not type(value).__module__.startswith(_FOREIGN) or isinstance(value, (Real, Mapping))


def _is_row(value: Any) -> bool:
    return isinstance(value, (Mapping, np.ndarray)) or not type(value).__module__.startswith("builtins")


_SIMPLE: dict[str, Callable[[Any], bool]] = {
    "None": lambda value: value is None,
    "str": lambda value: isinstance(value, str),
    "bytes": lambda value: isinstance(value, bytes),
    "bool": lambda value: isinstance(value, (bool, np.bool_)),
    "int": lambda value: isinstance(value, (int, np.integer)) and -(2**63) <= int(value) < 2**63,
    "float": _is_number,
    "Mapping": lambda value: isinstance(value, Mapping),
    "Callable": callable,
    "Axes": lambda value: hasattr(value, "set_aspect"),
    **dict.fromkeys(_PATHS, _is_path),
    "Path": lambda value: isinstance(value, os.PathLike),
}
_SAID = {
    "None": "None",
    "str": "a text",
    "bytes": "bytes",
    "bool": "True or False",
    "int": "a whole number of 64 bits",
    "float": "a number",
    "Mapping": "a mapping",
    "Callable": "a function",
    "Axes": "axes of Matplotlib",
    **dict.fromkeys(_PATHS, "a path"),
    "Path": "a path, as pathlib.Path",
}


def _words(annotation: str) -> str:
    head = _head(annotation)
    if head in _SAID:
        return _SAID[head]
    if head == "Literal":
        return " or ".join(_within(annotation))
    if head in _LISTS:
        return "a list of " + " or ".join(
            _PLURAL.get(each, each) for each in _within(annotation) if each != "..."
        )
    words = _words_of(head)
    if words:
        return " or ".join(map(repr, words))
    return "one of the documented words" if head in _WORDS else f"a {head}"


_PLURAL = {
    "float": "numbers",
    "int": "whole numbers",
    "str": "texts",
    "Any": "rows",
    "bool": "True and False",
}
