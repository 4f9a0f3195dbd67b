"""Named tuples that cost little to define.

`typing.NamedTuple` compiles the annotation of every field, 10 µs each, and `collections.namedtuple` the call
of every class, 80 µs; an evaluation that takes .1 s makes forty classes of five fields. Here annotations stay
the texts that they are in a module that evaluates none, calls are compiled with this file, and the classes
share their methods. All else is as of `typing.NamedTuple`: defaults, pickles, `_replace`, type hints.
"""

from __future__ import annotations

import sys
from types import FunctionType, new_class

from truebox._lazily import deferred

TYPE_CHECKING = False  # what it is to `typing`, which loads in 5 ms
if TYPE_CHECKING:
    import typing
    from collections.abc import Iterable
    from types import CodeType
    from typing import Any, NamedTuple  # what it is to a type checker
else:
    typing = deferred("typing")  # of no class of this package is it asked (5 ms)

__all__ = ["NamedTuple"]

_new = tuple.__new__

# What makes a tuple of so many fields; each class gives its own names to the arguments.
_CALLS: list[Any] = [
    lambda _cls: _new(_cls, ()),
    lambda _cls, a: _new(_cls, (a,)),
    lambda _cls, a, b: _new(_cls, (a, b)),
    lambda _cls, a, b, c: _new(_cls, (a, b, c)),
    lambda _cls, a, b, c, d: _new(_cls, (a, b, c, d)),
    lambda _cls, a, b, c, d, e: _new(_cls, (a, b, c, d, e)),
    lambda _cls, a, b, c, d, e, f: _new(_cls, (a, b, c, d, e, f)),
    lambda _cls, a, b, c, d, e, f, g: _new(_cls, (a, b, c, d, e, f, g)),
    lambda _cls, a, b, c, d, e, f, g, h: _new(_cls, (a, b, c, d, e, f, g, h)),
]


def _call(count: int) -> CodeType:
    if count < len(_CALLS):
        code: CodeType = _CALLS[count].__code__
        return code
    names = ", ".join(f"_{index}" for index in range(count))
    longer: CodeType = eval(f"lambda _cls, {names}: _new(_cls, ({names}))").__code__
    return longer


# The methods of `collections.namedtuple`, which makes them anew for each class.
def _make(cls: Any, iterable: Iterable[Any]) -> Any:
    """Make a new object from a sequence or iterable."""
    made = _new(cls, iterable)
    if len(made) != len(cls._fields):
        raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
    return made


def _replace(self: Any, /, **named: Any) -> Any:
    """Return a new object replacing specified fields with new values."""
    made = self._make(map(named.pop, self._fields, self))
    if named:
        raise _NotAField(f"Got unexpected field names: {list(named)!r}")
    return made


def _repr(self: Any) -> str:
    """Return a nicely formatted representation string."""
    shown = ", ".join([f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True)])
    return f"{self.__class__.__name__}({shown})"


def _asdict(self: Any) -> dict[str, Any]:
    """Return a new dict which maps field names to their values."""
    return dict(zip(self._fields, self, strict=False))


def _getnewargs(self: Any) -> tuple[Any, ...]:
    """Return self as a plain tuple.  Used by copy and pickle."""
    return tuple(self)


_METHODS: dict[str, Any] = {
    "__slots__": (),
    "_make": classmethod(_make),
    "_replace": _replace,
    "__repr__": _repr,
    "_asdict": _asdict,
    "__getnewargs__": _getnewargs,
}
if sys.version_info >= (3, 13):
    _METHODS["__replace__"] = _replace
    _NotAField: type[Exception] = TypeError
else:
    _NotAField = ValueError

if not TYPE_CHECKING:
    from _collections import _tuplegetter

    _OWN = frozenset({"__new__", "__init__", "__getnewargs__", "_fields", "_field_defaults"}) | (
        _METHODS.keys() - {"__repr__"}
    )

    class _Named(type):
        """Makes of the body of a class a named tuple of its annotated names."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            hints = body.get("__annotations__")
            if hints is None:  # none, or kept otherwise than as texts
                return new_class(name, (typing.NamedTuple,), exec_body=lambda space: space.update(body))
            fields = tuple(hints)
            defaults = {field: body[field] for field in fields if field in body}
            if fields[len(fields) - len(defaults) :] != tuple(defaults):
                raise TypeError(f"{name}: a field without a default follows one that has one")
            for key in (*fields, *body):
                if key in _OWN or (key in hints and key.startswith("_")):
                    raise TypeError(f"{name}: {key} cannot be a name of its own")
            space = {"__builtins__": {}, "__name__": f"namedtuple_{name}", "_new": _new}
            code = _call(len(fields)).replace(
                co_name="__new__", co_qualname=f"{name}.__new__", co_varnames=("_cls", *fields)
            )
            new = FunctionType(code, space, "__new__", tuple(defaults.values()))
            new.__annotations__ = hints
            return type(
                name,
                (tuple,),
                {
                    "__doc__": f"{name}({', '.join(fields)})",
                    **_METHODS,
                    "_fields": fields,
                    "_field_defaults": defaults,
                    "__new__": new,
                    "__match_args__": fields,
                    **body,
                    **{
                        field: _tuplegetter(index, f"Alias for field number {index}")
                        for index, field in enumerate(fields)
                    },
                },
            )

    NamedTuple = type.__new__(_Named, "NamedTuple", (), {})
