"""What a function raises for arguments that are nearly right is what its docstring says, no other error."""

from __future__ import annotations

import ast
import contextlib
import doctest
import importlib
import inspect
import io
import re
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

import truebox
from truebox.errors import ArgumentError, InputError

ROOMS = ("boxes", "losses", "masks", "matching", "overlap", "suppression")
_KINDS = {"ArgumentError": ArgumentError, "InputError": InputError}


def functions() -> dict[str, Callable[..., Any]]:
    found = {}
    for room in ROOMS:
        module = getattr(truebox, room)
        for name in module.__all__:
            if inspect.isfunction(getattr(module, name)):
                found[f"{room}.{name}"] = getattr(module, name)
    return found


FUNCTIONS = functions()
_BY_NAME = {place.partition(".")[2]: function for place, function in FUNCTIONS.items()}


def documented(function: Callable[..., Any], seen: tuple[str, ...] = ()) -> set[type[Exception]]:
    """Errors under "Raises", or those of the function that the words point to: "errors as in `iou`"."""
    text = inspect.getdoc(function) or ""
    under = re.search(r"\nRaises\n-+\n(.*?)(?=\n\n\S|\Z)", text, re.DOTALL)
    words = under[1] if under else "\n".join(line for line in text.splitlines() if "rrors" in line)
    found = {
        kind for name, kind in _KINDS.items() if under and re.search(rf"^.*\b{name}\b", words, re.MULTILINE)
    }
    for name in re.findall(r"`(?:[\w.]+\.)?(\w+)`", words):
        if name in _BY_NAME and name not in seen:
            found |= documented(_BY_NAME[name], (*seen, name))
    return found


@cache
def examples(place: str) -> list[tuple[list[Any], dict[str, Any]]]:
    """Arguments of the calls in its docstring, made as the examples run."""
    function, name = FUNCTIONS[place], place.partition(".")[2]
    names = dict(vars(importlib.import_module(function.__module__)), np=np, tb=truebox)
    calls = []
    for example in doctest.DocTestParser().get_examples(inspect.getdoc(function) or ""):
        for node in ast.walk(ast.parse(example.source)):
            called = node.func if isinstance(node, ast.Call) else None
            if name in (getattr(called, "attr", None), getattr(called, "id", None)):
                with contextlib.suppress(NameError):  # of a comprehension, or of the line itself
                    calls.append(_arguments(node, names))
        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(InputError):
            exec(compile(example.source, place, "exec"), names)
    return calls[:2]


def _arguments(call: Any, names: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    def value(node: ast.expr) -> Any:
        return eval(compile(ast.Expression(node), "example", "eval"), names)

    named: dict[str, Any] = {}
    for word in call.keywords:
        named |= {word.arg: value(word.value)} if word.arg else value(word.value)
    return [value(node) for node in call.args], named


def nearly_right(given: Any) -> Iterator[Any]:
    """The same with one thing wrong: a value, a row, a column, a dimension, a word."""
    if isinstance(given, bool):
        return
    if isinstance(given, str):
        yield "no such word"
    elif isinstance(given, int | float):
        yield from (float("nan"), float("inf"), -1, "x")
    else:
        with contextlib.suppress(ValueError, TypeError):
            array = np.array(given, dtype=np.float64)
            if array.ndim and array.size:
                for value in (np.nan, np.inf, -1e9):
                    other = array.copy()
                    other.flat[-1] = value
                    yield other
                yield array[..., ::-1]
                yield array[..., :-1]
                yield np.concatenate([array, array[:1]])
                yield array[None]
                yield array.astype(str)
                yield [[1], [1, 2]]


def refusals(place: str) -> Iterator[tuple[str, Exception]]:
    """Errors of calls that are nearly right."""
    for positional, named in examples(place):
        for key in [*range(len(positional)), *named]:
            for value in nearly_right(positional[key] if isinstance(key, int) else named[key]):
                one = [value if k == key else each for k, each in enumerate(positional)]
                other = {k: value if k == key else each for k, each in named.items()}
                try:
                    with warnings.catch_warnings(), np.errstate(all="ignore"):
                        warnings.simplefilter("ignore")
                        FUNCTIONS[place](*one, **other)
                except Exception as error:
                    yield f"{key}: {type(error).__name__}: {error}", error


@pytest.mark.parametrize("place", FUNCTIONS)
def test_errors_are_those_of_the_docstring(place: str) -> None:
    allowed = tuple(documented(FUNCTIONS[place]))
    others = {said for said, error in refusals(place) if not isinstance(error, allowed)}
    assert not others, f"{place} says {[kind.__name__ for kind in allowed]}: {sorted(others)[:5]}"


def test_most_functions_have_such_examples_and_errors() -> None:
    """Else the test above would ask nothing."""
    asked = [place for place in FUNCTIONS if examples(place)]
    assert len(asked) > 0.9 * len(FUNCTIONS)
    assert sum(any(True for _ in refusals(place)) for place in asked) > 0.8 * len(FUNCTIONS)


def test_an_error_that_no_docstring_names_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def doubled(x: Any) -> Any:
        """Twice.

        Raises
        ------
        ArgumentError
            For none.

        Examples
        --------
        >>> doubled([1.0])
        """
        if np.isnan(x).any():
            raise InputError("E-190", "x", "no number", "give one")
        return x

    monkeypatch.setitem(FUNCTIONS, "boxes.doubled", doubled)
    monkeypatch.setitem(globals(), "examples", lambda place: [([[1.0]], {})])
    assert documented(doubled) == {ArgumentError}
    assert any(isinstance(error, InputError) for _, error in refusals("boxes.doubled"))
