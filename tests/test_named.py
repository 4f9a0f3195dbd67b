"""Our named tuples against those of the standard library."""

from __future__ import annotations

import copy
import inspect
import pickle
import typing

import pytest

from truebox import _named


class Ours(_named.NamedTuple):
    """Text.

    Parameters
    ----------
    name : str
    """

    name: str
    sides: int = 4
    notes: list[str] | None = None

    @property
    def shown(self) -> str:
        return f"{self.name} {self.sides}"

    @classmethod
    def square(cls) -> Ours:
        return cls("square")

    def __bool__(self) -> bool:
        return False


class Theirs(typing.NamedTuple):
    """Text.

    Parameters
    ----------
    name : str
    """

    name: str
    sides: int = 4
    notes: list[str] | None = None

    @property
    def shown(self) -> str:
        return f"{self.name} {self.sides}"

    @classmethod
    def square(cls) -> Theirs:
        return cls("square")

    def __bool__(self) -> bool:
        return False


PAIR = (Ours, Theirs)


def told(cls: type) -> list[object]:
    first = cls("a", notes=["b"])
    return [
        cls._fields,
        cls._field_defaults,
        cls.__doc__,
        cls.__module__,
        cls.__mro__[1:],
        typing.get_type_hints(cls),
        [(each.name, each.kind, each.default) for each in inspect.signature(cls).parameters.values()],
        tuple(first),
        first._replace(sides=5)[:],
        first._asdict(),
        first.shown,
        cls.square()[:],
        bool(first),
        first == cls("a", 4, ["b"]) == ("a", 4, ["b"]),
        repr(first).replace(cls.__name__, "It"),
        isinstance(first, tuple),
    ]


def test_they_are_alike() -> None:
    assert told(Ours) == told(Theirs)


@pytest.mark.parametrize("cls", PAIR)
def test_copies_and_pickles_are_the_same_value(cls: type) -> None:
    first = cls("a", notes=["b"])
    for again in (pickle.loads(pickle.dumps(first)), copy.copy(first), copy.deepcopy(first)):
        assert type(again) is cls
        assert again == first


@pytest.mark.parametrize("cls", PAIR)
def test_what_does_not_fit_is_refused(cls: type) -> None:
    with pytest.raises(TypeError, match="name"):
        cls()
    with pytest.raises(TypeError, match="colour"):
        cls("a", colour=1)
    with pytest.raises(AttributeError):
        cls("a").name = "b"


def test_a_default_stands_behind_those_that_have_none() -> None:
    with pytest.raises(TypeError, match="follows one"):

        class Wrong(_named.NamedTuple):
            first: int = 1
            second: int


def test_values_match_by_place() -> None:
    match Ours("a", 3):
        case Ours(name, sides):
            assert (name, sides) == ("a", 3)
        case _:
            pytest.fail("no match")


def test_without_texts_for_annotations_it_is_that_of_the_standard_library() -> None:
    made = type(_named.NamedTuple)("Bare", (_named.NamedTuple,), {"__module__": __name__})
    assert made._fields == ()
