"""Our frozen dataclasses against those of the standard library."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from dataclasses import field
from typing import ClassVar

import pytest

from truebox import _frozen


def made(by, **options) -> type:
    class Shape:
        """Text."""

        name: str
        sides: int = 4
        notes: list = field(default_factory=list, compare=False)
        hidden: int = field(default=0, repr=False)

    Shape.__qualname__ = "Shape"
    return by(frozen=True, **options)(Shape)


OPTIONS = [
    {},
    {"slots": True},
    {"slots": True, "kw_only": True},
    {"eq": False},
    {"repr": False, "slots": True},
]


@pytest.fixture(params=OPTIONS, ids=str)
def pair(request) -> tuple[type, type]:
    return made(_frozen.dataclass, **request.param), made(dataclasses.dataclass, **request.param)


def test_a_class_may_make_itself() -> None:
    def own(by) -> type:
        class Half:
            """Text."""

            value: float

            def __init__(self, whole: float) -> None:
                object.__setattr__(self, "value", whole / 2)

        Half.__qualname__ = "Half"
        return by(frozen=True, slots=True, init=False)(Half)

    ours, theirs = own(_frozen.dataclass), own(dataclasses.dataclass)
    assert inspect.signature(ours) == inspect.signature(theirs)
    assert repr(ours(3)) == repr(theirs(3)) == "Half(value=1.5)"
    assert ours(3) == ours(3.0) != ours(4)
    with pytest.raises(dataclasses.FrozenInstanceError):
        ours(3).value = 2


def test_they_are_made_shown_and_compared_alike(pair) -> None:
    shown = []
    for cls in pair:
        first, second = cls(name="a"), cls(name="a", notes=["other"])
        other = dataclasses.replace(first, sides=5)
        same_text = cls.__repr__ is not object.__repr__
        shown.append(
            [
                repr(first) if same_text else None,
                first == second,
                first == other,
                first == 3,
                hash(first) == hash(second),
                dataclasses.asdict(other),
                [f.name for f in dataclasses.fields(cls)],
                cls.__match_args__,
                getattr(cls, "__slots__", None),
                first.notes is second.notes,
                dataclasses.is_dataclass(cls),
            ]
        )
    assert shown[0] == shown[1]


def test_their_calls_look_alike(pair) -> None:
    ours, theirs = (inspect.signature(cls) for cls in pair)
    assert str(ours).replace(" -> None", "") == str(theirs).replace(" -> None", "")


@pytest.mark.parametrize(
    ("values", "named"),
    [((), {}), ((), {"name": "a", "colour": 1}), (("a",), {"name": "b"}), (("a", 1, [], 2, 3), {})],
)
def test_wrong_calls_are_refused_by_both(pair, values, named) -> None:
    for cls in pair:
        with pytest.raises(TypeError, match=r"Shape\.__init__\(\)"):
            cls(*values, **named)


def test_nothing_can_be_set_or_deleted(pair) -> None:
    for cls in pair:
        value = cls(name="a")
        with pytest.raises(dataclasses.FrozenInstanceError):
            value.name = "b"
        with pytest.raises(dataclasses.FrozenInstanceError):
            del value.name
        assert value.name == "a"


@_frozen.dataclass(frozen=True, slots=True)
class Ours:
    """At the top of a module, so that it can be pickled."""

    name: str
    sides: int = 4

    def __post_init__(self) -> None:
        if self.sides < 0:
            raise ValueError("sides")


@dataclasses.dataclass(frozen=True, slots=True)
class Theirs:
    """The same by the standard library."""

    name: str
    sides: int = 4


def test_pickles_of_either_are_read_by_the_other() -> None:
    ours, theirs = pickle.dumps(Ours("a", 3), 4), pickle.dumps(Theirs("a", 3), 4)
    assert theirs.replace(b"Theirs", b"Ours").replace(b"\x06Ours", b"\x04Ours")[11:] == ours[11:]
    assert pickle.loads(ours) == Ours("a", 3)
    assert copy.deepcopy(Ours("a", 3)) == copy.copy(Ours("a", 3)) == Ours("a", 3)


def test_a_value_looks_at_itself_when_it_is_made() -> None:
    with pytest.raises(ValueError, match="sides"):
        Ours("a", -1)


def test_subclasses_of_both_kinds() -> None:
    @dataclasses.dataclass(frozen=True)
    class Standard(Ours):
        colour: str = "red"

    @_frozen.dataclass(frozen=True, slots=True, kw_only=True)
    class Quick(Ours):
        colour: str = "red"

    class Plain(Ours):
        def area(self) -> int:
            return self.sides

    assert Standard("a", 3) == Standard("a", 3, "red") != Standard("a", 3, "blue")
    assert Quick("a", 3, colour="blue").colour == "blue"
    assert Plain("a").area() == 4
    with pytest.raises(TypeError, match="non-frozen"):
        dataclasses.dataclass(type("Loose", (Ours,), {"__annotations__": {"more": int}, "more": 1}))


def test_what_the_library_keeps_is_the_same(pair) -> None:
    def told(cls: type) -> list[object]:
        fields = cls.__dataclass_fields__
        kept = cls.__dataclass_params__
        return [
            [(f.name, f.type, f.default, f.default_factory, f.compare, f.kw_only) for f in fields.values()],
            kept.frozen,
            getattr(kept, "kw_only", None),
            getattr(kept, "slots", None),
            cls.__dict__["__dataclass_fields__"] is fields,
            sorted(set(vars(cls)) - {"__signature__", "__getstate__", "__setstate__", "__doc__"}),
            cls.__qualname__,
            cls.__annotations__,
        ]

    ours, theirs = pair
    assert ours(name="a").name == "a"  # before anybody asks
    assert told(ours) == told(theirs)


def test_a_default_that_all_would_share_is_told_by_the_library() -> None:
    for by in (_frozen.dataclass, dataclasses.dataclass):
        with pytest.raises(ValueError, match="mutable default"):

            @by(frozen=True, slots=True)
            class Shared:
                """Text."""

                notes: list = []  # noqa: RUF012


def test_what_is_no_field_of_an_instance_is_none() -> None:
    @_frozen.dataclass(frozen=True, slots=True)
    class Counted:
        """Text."""

        known: ClassVar[int] = 3
        name: str = "a"

    assert ([each.name for each in dataclasses.fields(Counted)], Counted.known) == (["name"], 3)
    assert repr(Counted("b")).endswith("Counted(name='b')")


def test_usual_values_are_those_that_need_not_be_given(pair) -> None:
    usual = _frozen.usual_values(pair[0])
    assert list(usual) == ["sides", "notes", "hidden"]
    assert usual["sides"] == 4 or usual["sides"].default == 4  # of a class made by the library: its field


def test_only_frozen_ones_are_made() -> None:
    with pytest.raises(TypeError, match="frozen"):
        _frozen.dataclass(slots=True)
