"""Every public function and class, as they are called from outside."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any

import truebox

__all__ = ["FUNCTIONS"]

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
