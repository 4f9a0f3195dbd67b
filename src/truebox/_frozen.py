"""Frozen dataclasses that cost little to define.

`dataclasses.dataclass` compiles up to seven methods of every class it makes, about .3 ms in all; an
evaluation that takes .1 s makes thirty classes. Here the methods of all classes are the same functions,
which look at the fields when they are called. For everybody else they are dataclasses: `fields`, `replace`,
`asdict`, `match`, subclasses and pickles, those of earlier versions too, work as ever.

An instance takes about three microseconds instead of one: for values of which there are few.
"""

from __future__ import annotations

import dataclasses
import sys
from operator import attrgetter

from truebox._lazily import deferred
from truebox._named import NamedTuple

__all__ = ["dataclass", "usual_values"]

TYPE_CHECKING = False  # what it is to `typing`, which loads in 5 ms
if TYPE_CHECKING:
    import inspect
    from collections.abc import Callable
    from dataclasses import dataclass  # what it is to a type checker
    from typing import Any, NoReturn
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
            shared = {name: each for name, each in shared.items() if name not in own or own[name] is None}
            if init:
                shared |= {"__signature__": _Signature(), "__init__": _init}
            plan = _plan_of(cls, **options) if slots and options.keys() <= {"kw_only"} else None
            if plan is None:
                cls = _made_by_the_library(cls, {"slots": slots, **options}, shared)
            else:
                cls = _made_here(cls, plan, options, shared)
            _plans[cls] = plan
            return cls

        return made


class _Plan(NamedTuple):
    """How instances of a class are made.

    Parameters
    ----------
    names : tuple of str
        Of the fields.
    placed : tuple of str
        Fields that may be given by place.
    defaults : dict
        What stands where a field is not given: a value, or a field that has or makes one.
    compared : tuple of str
        Fields that instances are compared by.
    looks : bool
        Whether an instance looks at itself afterwards.
    """

    names: tuple[str, ...]
    placed: tuple[str, ...]
    defaults: dict[str, Any]
    compared: tuple[str, ...]
    looks: bool


_plans: dict[type, _Plan | None] = {}
"""Of every class; those that the library makes have theirs with the first instance."""

_options: dict[type, tuple[dict[str, Any], dict[str, Any]]] = {}
"""Of classes made here: what the decorator was given, and the body what fields are said to be."""

_ELSE = ("ClassVar", "InitVar", "KW_ONLY")


def _plan_of(cls: type, kw_only: bool = False) -> _Plan | None:
    """That of a class of plain fields alone; None where the library has to look at it."""
    own = cls.__dict__
    hints = own.get("__annotations__", {})
    names = tuple(hints)
    given = {name: own[name] for name in names if name in own}
    fields = {name: value for name, value in given.items() if isinstance(value, dataclasses.Field)}
    defaults = {name: value for name, value in given.items() if name not in fields or _has_default(value)}
    if (
        type(cls) is not type
        or not names
        or not own.get("__doc__")
        or "__slots__" in own
        or any(_holds_values(base) for base in cls.__mro__[1:-1])
        or any(not isinstance(hint, str) or any(w in hint for w in _ELSE) for hint in hints.values())
        or any(not field.init or field.kw_only is not dataclasses.MISSING for field in fields.values())
        or any(value.__class__.__hash__ is None for value in given.values())  # it says what is wrong
    ):
        return None
    compared = tuple(name for name in names if name not in fields or fields[name].compare is not False)
    return _Plan(names, () if kw_only else names, defaults, compared, hasattr(cls, "__post_init__"))


def _holds_values(base: type) -> bool:
    return "__dataclass_fields__" in base.__dict__ or base.__dict__.get("__slots__", ()) != ()


def _made_here(cls: type, plan: _Plan, options: dict[str, Any], shared: dict[str, Any]) -> type:
    body = {"__match_args__": plan.placed, **cls.__dict__, **shared, "__slots__": plan.names}
    said = {name: body.pop(name) for name in plan.names if name in body}
    for name in ("__dict__", "__weakref__"):
        body.pop(name, None)
    if sys.version_info >= (3, 13):
        body.setdefault("__replace__", _replaced)
    for name in _ASKED:
        body[name] = _WhenAsked()
    made = type(cls.__name__, cls.__bases__, body)
    made.__qualname__ = cls.__qualname__
    _options[made] = (options, said)
    return made


def _made_by_the_library(cls: Any, options: dict[str, Any], shared: dict[str, Any]) -> Any:
    for name in ("__signature__", "__init__"):
        if name in shared:
            setattr(cls, name, shared.pop(name))
    bases = [each for each in cls.__mro__ if each in _plans]
    # `dataclasses` would compile what refuses; subclasses must be as frozen as their bases.
    _say_frozen(bases, False)
    try:
        cls = dataclasses.dataclass(init=False, repr=False, eq=False, **options)(cls)
    finally:
        _say_frozen(bases, True)
    _say_frozen([cls], True)
    for name, each in shared.items():
        setattr(cls, name, each)
    return cls


_ASKED = ("__dataclass_fields__", "__dataclass_params__")


class _WhenAsked:
    """What the library keeps of a class, made by it when somebody looks: most classes nobody asks."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._of, self._name = owner, name

    def __get__(self, instance: object, owner: type) -> Any:
        cls = self._of
        options, said = _options[cls]
        same = {name: cls.__dict__[name] for name in ("__annotations__", "__doc__", "__module__")}
        model = type(cls.__name__, (), {**same, **said})
        model = dataclasses.dataclass(init=False, repr=False, eq=False, **options)(model)
        _say_frozen([model], True)
        if sys.version_info >= (3, 12):
            model.__dataclass_params__.slots = True
        for name in _ASKED:
            setattr(cls, name, model.__dict__[name])
        return cls.__dict__[self._name]


def _replaced(self: Any, /, **named: Any) -> Any:
    return dataclasses.replace(self, **named)


_comparisons: dict[type, Callable[[Any], tuple[Any, ...]]] = {}
"""Of each class what instances are compared by, made when the first is."""

_set = object.__setattr__


def _say_frozen(classes: list[Any], frozen: bool) -> None:
    for each in classes:
        each.__dataclass_params__.frozen = frozen


def usual_values(cls: type) -> dict[str, Any]:
    """What stands in fields that need not be given, or the `dataclasses.Field` that says it.

    Examples
    --------
    >>> from truebox.records import Source
    >>> usual_values(Source)["boxes"]
    'xywh'
    """
    return _plan(cls).defaults


def _plan(cls: type) -> _Plan:
    made = _plans.get(cls)
    if made is not None:
        return made
    base = next(each for each in cls.__mro__ if each in _plans)
    known = _plans[base]
    if known is None:
        fields = dataclasses.fields(base)
        known = _plans[base] = _Plan(
            tuple(field.name for field in fields),
            tuple(field.name for field in fields if not field.kw_only),
            {field.name: field for field in fields if _has_default(field)},
            tuple(field.name for field in fields if field.compare),
            hasattr(base, "__post_init__"),
        )
    return known


def _has_default(field: dataclasses.Field[Any]) -> bool:
    return field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING


def _default(said: Any) -> Any:
    if not isinstance(said, dataclasses.Field):
        return said
    return said.default if said.default_factory is dataclasses.MISSING else said.default_factory()


def _init(self: Any, *values: Any, **named: Any) -> None:
    names, placed, defaults, _, looks = _plan(type(self))
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
        names = _plan(cls).compared
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
