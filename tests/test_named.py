"""Our named tuples against those of the standard library."""

from __future__ import annotations

import copy
import inspect
import pickle
import sys
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


@pytest.mark.parametrize("count", [1, 2, 5, 8, 9, 12, 40])
def test_any_number_of_fields(count: int) -> None:
    names = [f"field{index}" for index in range(count)]
    body = "".join(f"    {name}: int\n" for name in names)
    space: dict[str, typing.Any] = {"__name__": __name__}
    exec(f"from __future__ import annotations\nclass Many(NamedTuple):\n{body}", space | vars(_named), space)
    made = space["Many"]
    theirs = typing.NamedTuple("Many", [(name, int) for name in names])
    for cls in (made, theirs):
        first = cls(*range(count))
        assert first == tuple(range(count)) == cls(**dict(zip(names, range(count), strict=True)))
        assert [getattr(first, name) for name in names] == list(range(count))
        assert first._asdict() == dict(zip(names, range(count), strict=True))
    assert repr(made(*range(count))) == repr(theirs(*range(count)))
    assert str(inspect.signature(made)).replace("'", "") == str(inspect.signature(theirs)).replace(
        " -> None", ""
    )
    assert made.__match_args__ == theirs.__match_args__
    with pytest.raises(TypeError, match=f"positional argument|missing {count} required"):
        made()


@pytest.mark.parametrize("cls", PAIR)
def test_it_is_made_and_changed_by_its_fields_alone(cls: type) -> None:
    assert cls._make(["a", 2, None]) == ("a", 2, None)
    with pytest.raises(TypeError, match="Expected 3 arguments, got 2"):
        cls._make(["a", 2])
    with pytest.raises((TypeError, ValueError), match=r"Got unexpected field names: \['colour'\]") as ours:
        cls("a")._replace(colour="red")
    with pytest.raises((TypeError, ValueError)) as theirs:
        Theirs("a")._replace(colour="red")
    assert ours.type is theirs.type
    assert cls("a").__getnewargs__() == ("a", 4, None)
    assert (cls.sides.__doc__, cls.__slots__, vars(cls).get("__replace__") is None) == (
        "Alias for field number 1",
        (),
        sys.version_info < (3, 13),
    )


def test_methods_may_call_those_of_the_tuple() -> None:
    class Long(_named.NamedTuple):
        first: int

        def __len__(self) -> int:
            return 10 + super().__len__()

    assert len(Long(1)) == 11


@pytest.mark.parametrize("name", ["_hidden", "_fields"])
def test_names_that_a_tuple_needs_are_refused(name: str) -> None:
    with pytest.raises(TypeError, match=name):
        type(_named.NamedTuple)(
            "Bad", (_named.NamedTuple,), {"__annotations__": {name: "int"}, "__module__": ""}
        )


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
