"""Places of the rows of a file in the tables of an alignment: given up for their memory, and found again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from truebox._native import grouping
    from truebox.typing import AnyArray

__all__ = ["FoundAgain", "FoundWhenRead", "RowGroups", "give_up", "groups_of"]


class FoundAgain:
    """A column that is held until it is given up, and made again when somebody reads it after that.

    Parameters
    ----------
    values : array or None
        None where nobody has made them yet.
    again : callable
        Makes equal values.
    groups : RowGroups or None
        What the rows were grouped into without these values.

    Examples
    --------
    >>> import numpy as np
    >>> column = FoundAgain(np.arange(3), lambda: np.arange(3))
    >>> column.give_up()
    >>> column.read()
    array([0, 1, 2])
    """

    __slots__ = ("_again", "_held", "groups")

    def __init__(
        self, values: AnyArray | None, again: Callable[[], AnyArray], groups: RowGroups | None = None
    ) -> None:
        self._held: AnyArray | None = values
        self._again = again
        self.groups = groups

    def read(self) -> AnyArray:
        """The values, held from now on."""
        held = self._held
        if held is None:
            held = self._held = self._again()
        return held

    def give_up(self) -> None:
        """Hold them no longer."""
        self._held = None


class RowGroups:
    """Rows that were grouped when their ids were joined, for the one who asks first.

    Parameters
    ----------
    rows : JoinedRows

    Examples
    --------
    >>> groups = RowGroups("rows")
    >>> groups.taken(), groups.taken()
    ('rows', None)
    """

    __slots__ = ("_rows",)

    def __init__(self, rows: grouping.JoinedRows) -> None:
        self._rows: grouping.JoinedRows | None = rows

    def taken(self) -> grouping.JoinedRows | None:
        """The rows, and from then on None: a matching puts them in another order."""
        rows, self._rows = self._rows, None
        return rows


class FoundWhenRead:
    """A field of a dataclass with slots that may hold a `FoundAgain`, whose values are what is read.

    Parameters
    ----------
    slot
        The descriptor of the field.
    """

    def __init__(self, slot: Any) -> None:
        self.slot = slot

    def __get__(self, made: Any, owner: type | None = None) -> Any:
        if made is None:
            return self
        value = self.slot.__get__(made, owner)
        return value.read() if type(value) is FoundAgain else value

    def __set__(self, made: Any, value: Any) -> None:
        self.slot.__set__(made, value)

    @classmethod
    def put_over(cls, dataclass: type, *names: str) -> None:
        """Let fields of a dataclass be found when they are read."""
        for name in names:
            setattr(dataclass, name, cls(getattr(dataclass, name)))


def groups_of(made: Any, *names: str) -> RowGroups | None:
    """The groups that all these fields share, None where one of them holds a column of its own.

    Parameters
    ----------
    made
        Of a dataclass with fields that are `FoundWhenRead`.
    names : str
        Some of these.
    """
    held = [getattr(type(made), name).slot.__get__(made) for name in names]
    groups = [each.groups if type(each) is FoundAgain else None for each in held]
    return groups[0] if all(each is groups[0] for each in groups) else None


def give_up(made: Any) -> None:
    """Hold no longer what can be found again.

    Parameters
    ----------
    made
        Of a dataclass with fields that are `FoundWhenRead`.
    """
    for field in vars(type(made)).values():
        if type(field) is FoundWhenRead and type(value := field.slot.__get__(made)) is FoundAgain:
            value.give_up()
