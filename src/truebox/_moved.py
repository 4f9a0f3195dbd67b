"""Pickles made by earlier versions: the modules they name, and where their classes stand now."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

__all__ = ["answer_old_names", "set_fields"]


class _OldNames:
    """Finds a module that has moved; asked only after every other finder has found nothing.

    A finder and a loader by its methods: importing `importlib.abc` for their names would take 6 ms.
    """

    def __init__(self, homes: Mapping[str, str]) -> None:
        self.homes = homes

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        loader: Any = self
        return ModuleSpec(fullname, loader) if fullname in self.homes else None

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave it to the machinery of imports."""

    def exec_module(self, module: ModuleType) -> None:
        home = self.homes[module.__name__]

        def find(name: str) -> Any:
            return getattr(import_module(home), name)

        module.__dict__["__getattr__"] = find


def answer_old_names(room: str, moved: Mapping[str, str]) -> None:
    """Let the old modules of a room be imported for what pickles need of them.

    Parameters
    ----------
    room : str
        The ``__name__`` of the package.
    moved : mapping of str to str
        Old module to new one, both below the package. No old module may bear a public name of the room:
        importing it would put the module in the name's place.

    Examples
    --------
    >>> answer_old_names("json", {"old_decoder": "decoder"})
    >>> import_module("json.old_decoder").JSONDecoder.__module__
    'json.decoder'
    """
    finder: Any = _OldNames({f"{room}.{old}": f"{room}.{new}" for old, new in moved.items()})
    sys.meta_path.append(finder)


def set_fields(made: Any, state: Sequence[Any]) -> None:
    """Fill a frozen dataclass from its pickled values; fields that came later have their defaults.

    A class that gains a field at its end calls this from ``__setstate__``.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, slots=True)
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> point = object.__new__(Point)
    >>> set_fields(point, [3])
    >>> point
    Point(x=3, y=0)
    """
    for place, each in enumerate(fields(made)):
        if place < len(state):
            value = state[place]
        else:
            made_anew: Any = each.default_factory
            value = each.default if each.default is not MISSING else made_anew()
        object.__setattr__(made, each.name, value)
