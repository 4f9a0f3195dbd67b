"""What is public answers what nobody means with a result or a Truebox error, never with another's."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from public_callables import FUNCTIONS

from truebox.errors import TrueboxError

WILD: dict[str, Callable[[], Any]] = {
    "None": lambda: None,
    "an object": object,
    "a huge number": lambda: 10**30,
    "a negative number": lambda: -1,
    "not a number": lambda: float("nan"),
    "a text": lambda: "x",
    "a text of control signs": lambda: "a\x00\n",
    "half a surrogate": lambda: "\ud800",
    "bytes": lambda: b"x",
    "a ragged list": lambda: [[1, 2, 3, 4], [1]],
    "a list of objects": lambda: [object()],
    "texts for numbers": lambda: np.array([["a"] * 4]),
    "complex numbers": lambda: np.ones((2, 4), complex),
    "no rows": lambda: np.zeros((0, 4)),
    "one number": lambda: np.array(5.0),
    "a mapping": lambda: {"a": 1},
    "a generator": lambda: (each for each in (1, 2)),
    "a function": lambda: lambda *args: args,
    "a decimal": lambda: Decimal("NaN"),
    "a path of nothing": lambda: Path("nowhere/at/all"),
}


def required(function: Callable[..., Any]) -> list[inspect.Parameter]:
    kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    each = inspect.signature(function).parameters.values()
    return [one for one in each if one.default is inspect.Parameter.empty and one.kind not in kinds]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_nobody_means_is_refused_in_words(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = required(FUNCTIONS[name])
    failed = []
    for said, wild in WILD.items():
        named = {one.name: wild() for one in asked if one.kind is inspect.Parameter.KEYWORD_ONLY}
        given = [wild() for one in asked if one.kind is not inspect.Parameter.KEYWORD_ONLY]
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                FUNCTIONS[name](*given, **named)
        except (TrueboxError, OSError):  # a path that cannot be opened or written is the system's to word
            continue
        except Exception as error:
            failed.append(f"{said}: {error!r:.150}")
    assert failed == []
