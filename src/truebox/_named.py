"""Named tuples that cost little to define.

`typing.NamedTuple` compiles the annotation of every field, 10 µs each; an evaluation that takes .1 s makes
thirty classes of five fields. Here annotations stay the texts that they are in a module that evaluates none.
All else is as of `typing.NamedTuple`: defaults, methods, pickles, `_replace`, type hints.
"""

from __future__ import annotations

import typing
from collections import namedtuple
from types import new_class
from typing import TYPE_CHECKING, Any

__all__ = ["NamedTuple"]

if TYPE_CHECKING:
    from typing import NamedTuple  # what it is to a type checker
else:
    _NOT_KEPT = frozenset({"__annotations__", "__classcell__", "__module__"})

    class _Named(type):
        """Makes of the body of a class a named tuple of its annotated names."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            hints = body.get("__annotations__")
            if hints is None:  # none, or kept otherwise than as texts
                return new_class(name, (typing.NamedTuple,), exec_body=lambda space: space.update(body))
            given = [field for field in hints if field in body]
            if list(hints)[len(hints) - len(given) :] != given:
                raise TypeError(f"{name}: a field without a default follows one that has one")
            made = namedtuple(
                name, hints, defaults=[body[field] for field in given], module=body["__module__"]
            )
            made.__annotations__ = made.__new__.__annotations__ = hints
            for key, value in body.items():
                if key not in _NOT_KEPT and key not in hints:
                    setattr(made, key, value)
            return made

    NamedTuple = type.__new__(_Named, "NamedTuple", (), {})
