"""Every public function and class, as they are called from outside, and what nobody means to give them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np

import truebox

__all__ = ["FUNCTIONS", "WILD"]

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
"""What nobody means to pass."""

_LEFT_OUT = {
    "report.serve_page",  # serves a browser until it is interrupted
    "datasets.reading_among",  # takes the arguments of `evaluate`, all of them
    # Their callers have looked at types and shapes.
    "arrays.stretched",
    "records.quad_areas",
    "records.whole_tracks_of_boxes",
}


def public_functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    for room in truebox.__all__:
        module = getattr(truebox, room)
        # A formula is the definition and nothing else: it takes what its operations take.
        if inspect.ismodule(module) and room != "formulas":
            for name in getattr(module, "__all__", ()):
                function = getattr(module, name)
                # A generator's body runs as it is read.
                plain = inspect.isfunction(function) and not inspect.isgeneratorfunction(function)
                if plain and f"{room}.{name}" not in _LEFT_OUT:
                    yield f"{room}.{name}", function


def public_classes() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Classes that are called as functions are; an enumeration refuses in Python's own words."""
    for room in truebox.__all__:
        module = getattr(truebox, room)
        names = getattr(module, "__all__", ()) if inspect.ismodule(module) else ()
        for name, value in [(room, module), *((f"{room}.{each}", getattr(module, each)) for each in names)]:
            if inspect.isclass(value) and not issubclass(value, (Enum, Exception, str)):
                yield name, value


FUNCTIONS = dict(public_functions()) | dict(public_classes())
"""By room and name; those left out are called otherwise."""
