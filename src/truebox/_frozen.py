"""Frozen dataclasses that cost little to define.

`dataclasses.dataclass` compiles up to seven methods of every class it makes, about .3 ms in all; an
evaluation that takes .1 s makes thirty classes. Here the methods of all classes are the same functions,
which look at the fields when they are called. For everybody else they are dataclasses: `fields`, `replace`,
`asdict`, `match`, subclasses and pickles, those of earlier versions too, work as ever.

An instance takes about three microseconds instead of one: for values of which there are few.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn

from truebox._lazily import deferred

__all__ = ["dataclass"]

if TYPE_CHECKING:
    import inspect
    from dataclasses import dataclass  # what it is to a type checker
else:
    inspect = deferred("inspect")  # only who asks for a signature needs it (4 ms)

    def dataclass(
        *, slots: bool = False, eq: bool = True, repr: bool = True, init: bool = True, **options: Any
    ):
        """`dataclasses.dataclass` of `frozen=True`, with `slots`, `eq`, `repr`, `init` and `kw_only`."""
        if options.pop("frozen", False) is not True:
            raise TypeError("these are frozen; take dataclasses.dataclass for others")

        def made(cls: type) -> type:
            own = cls.__dict__
            shared = {"__setattr__": _refuse_to_set, "__delattr__": _refuse_to_delete}
            if slots:
                shared |= {"__getstate__": _get_state, "__setstate__": _set_state}
            if repr:
                shared["__repr__"] = _repr
            if eq:
                shared |= {"__eq__": _eq, "__hash__": _hash}
            missing = [name for name in shared if name not in own or own[name] is None]
            if init:
                cls.__signature__ = _Signature()
                cls.__init__ = _init
            bases = [each for each in cls.__mro__ if each in _plans]
            # `dataclasses` would compile what refuses; subclasses must be as frozen as their bases.
            _say_frozen(bases, False)
            try:
                cls = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, **options)(cls)
            finally:
                _say_frozen(bases, True)
            _say_frozen([cls], True)
            for name in missing:
                setattr(cls, name, shared[name])
            _plans[cls] = None
            return cls

        return made


# Of each class: the names of its fields, those that may be given by place, those with a default and how it is
# made, and whether it looks at itself afterwards. Made when the first instance is.
_Plan = tuple[tuple[str, ...], tuple[str, ...], dict[str, Any], bool]
_plans: dict[type, _Plan | None] = {}

_comparisons: dict[type, Callable[[Any], tuple[Any, ...]]] = {}
"""Of each class what instances are compared by, made when the first is."""

_set = object.__setattr__


def _say_frozen(classes: list[Any], frozen: bool) -> None:
    for each in classes:
        each.__dataclass_params__.frozen = frozen


def _plan(cls: type) -> _Plan:
    made = _plans.get(cls)
    if made is not None:
        return made
    base = next(each for each in cls.__mro__ if each in _plans)
    known = _plans[base]
    if known is None:
        fields = dataclasses.fields(base)
        known = _plans[base] = (
            tuple(field.name for field in fields),
            tuple(field.name for field in fields if not field.kw_only),
            {field.name: field for field in fields if _has_default(field)},
            hasattr(base, "__post_init__"),
        )
    return known


def _has_default(field: dataclasses.Field[Any]) -> bool:
    return field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING


def _default(field: dataclasses.Field[Any]) -> Any:
    return field.default if field.default_factory is dataclasses.MISSING else field.default_factory()


def _init(self: Any, *values: Any, **named: Any) -> None:
    names, placed, defaults, looks = _plan(type(self))
    if not values and len(named) == len(names) and not looks:
        try:  # every field by its name: of some classes there is one for each class of a data set
            for name in names:
                _set(self, name, named[name])
            return
        except KeyError:
            pass  # told below
    if len(values) > len(placed):
        _wrong_call(self, f"takes {len(placed)} values by place but {len(values)} were given")
    given = dict(zip(placed, values, strict=False))
    if given and not given.keys().isdisjoint(named):
        _wrong_call(self, f"got multiple values for argument {next(n for n in given if n in named)!r}")
    given |= named
    for name in names:
        if name in given:
            _set(self, name, given.pop(name))
        elif name in defaults:
            _set(self, name, _default(defaults[name]))
        else:
            _wrong_call(self, f"missing required argument: {name!r}")
    if given:
        _wrong_call(self, f"got an unexpected keyword argument {next(iter(given))!r}")
    if looks:
        self.__post_init__()


def _wrong_call(self: Any, how: str) -> NoReturn:
    raise TypeError(f"{type(self).__qualname__}.__init__() {how}")


def _repr(self: Any) -> str:
    shown = (f"{f.name}={getattr(self, f.name)!r}" for f in dataclasses.fields(self) if f.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _compared(self: Any) -> tuple[Any, ...]:
    cls = type(self)
    if cls not in _comparisons:
        names = [field.name for field in dataclasses.fields(cls) if field.compare]
        few = len(names) < 2  # of which an attrgetter makes no tuple
        _comparisons[cls] = (
            (lambda made: tuple(getattr(made, n) for n in names)) if few else attrgetter(*names)
        )
    return _comparisons[cls](self)


def _eq(self: Any, other: object) -> bool:
    return _compared(self) == _compared(other) if type(self) is type(other) else NotImplemented


def _hash(self: Any) -> int:
    return hash(_compared(self))


def _refuse_to_set(self: Any, name: str, value: Any) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: Any, name: str) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


# A list of values in the order of the fields: the state that `dataclasses` gives to classes with slots.
def _get_state(self: Any) -> list[Any]:
    return [getattr(self, name) for name in _plan(type(self))[0]]


def _set_state(self: Any, state: list[Any]) -> None:
    for name, value in zip(_plan(type(self))[0], state, strict=False):
        _set(self, name, value)


class _Signature:
    """The call of a class for `inspect` and editors, made when somebody asks."""

    def __get__(self, instance: object, owner: type) -> inspect.Signature:
        parameters = [
            inspect.Parameter(
                field.name,
                inspect.Parameter.KEYWORD_ONLY if field.kw_only else inspect.Parameter.POSITIONAL_OR_KEYWORD,
                default=_shown_default(field),
                annotation=field.type,
            )
            for field in sorted(dataclasses.fields(owner), key=lambda field: bool(field.kw_only))
        ]
        return inspect.Signature(parameters, return_annotation=None)


def _shown_default(field: dataclasses.Field[Any]) -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return _MADE
    return inspect.Parameter.empty if field.default is dataclasses.MISSING else field.default


class _Made:
    def __repr__(self) -> str:
        return "<factory>"


_MADE = _Made()
