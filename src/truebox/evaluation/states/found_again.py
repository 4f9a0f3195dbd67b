"""Places of the rows of a file in the tables of an alignment: given up for their memory, and found again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from truebox.typing import AnyArray

__all__ = ["FoundAgain", "FoundWhenRead", "give_up"]


class FoundAgain:
    """A column that is held until it is given up, and made again when somebody reads it after that.

    Parameters
    ----------
    values : array
    again : callable
        Makes equal values.

    Examples
    --------
    >>> import numpy as np
    >>> column = FoundAgain(np.arange(3), lambda: np.arange(3))
    >>> column.give_up()
    >>> column.read()
    array([0, 1, 2])
    """

    __slots__ = ("_again", "_held")

    def __init__(self, values: AnyArray, again: Callable[[], AnyArray]) -> None:
        self._held: AnyArray | None = values
        self._again = again

    def read(self) -> AnyArray:
        """The values, held from now on."""
        held = self._held
        if held is None:
            held = self._held = self._again()
        return held

    def give_up(self) -> None:
        """Hold them no longer."""
        self._held = None


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
