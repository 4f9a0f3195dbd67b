"""Columns that are held in few bytes, as they were read, and become int64 when somebody reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    from truebox.typing import AnyArray

__all__ = ["HeldNarrow", "WidenedWhenRead", "held_values", "narrow_or_not"]


class HeldNarrow:
    """What a field holds until somebody reads it.

    Parameters
    ----------
    values : integer array
        Of fewer bytes than int64.
    """

    __slots__ = ("values",)

    def __init__(self, values: AnyArray) -> None:
        self.values = values


def narrow_or_not(values: AnyArray) -> Any:
    """A column for a field that is `WidenedWhenRead`: held as it is where it is narrow.

    Examples
    --------
    >>> import numpy as np
    >>> narrow_or_not(np.arange(3)), type(narrow_or_not(np.arange(3, dtype=np.int32))).__name__
    (array([0, 1, 2]), 'HeldNarrow')
    """
    return HeldNarrow(values) if values.dtype.itemsize < 8 else values


class WidenedWhenRead:
    """A field of a dataclass with slots that may hold a `HeldNarrow` until somebody reads it.

    Parameters
    ----------
    slot
        The descriptor of the field.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.records import Ids
    >>> ids = Ids(narrow_or_not(np.array([7, 9], dtype=np.int32)))
    >>> held_values(ids, "values").dtype, ids.values.dtype, held_values(ids, "values").dtype
    (dtype('int32'), dtype('int64'), dtype('int64'))
    """

    held: type = HeldNarrow
    """What the field holds that is not yet its value."""

    def __init__(self, slot: Any) -> None:
        self.slot = slot

    def value_of(self, held: Any) -> Any:
        """The field's value, from what it holds."""
        return held.values.astype("int64")

    def __get__(self, made: Any, owner: type | None = None) -> Any:
        if made is None:
            return self
        value = self.slot.__get__(made, owner)
        if type(value) is self.held:
            value = self.value_of(value)
            self.slot.__set__(made, value)
        return value

    def __set__(self, made: Any, value: Any) -> None:
        self.slot.__set__(made, value)

    @classmethod
    def put_over(cls, dataclass: type, field: str) -> None:
        """Let a field of a dataclass be widened when it is read."""
        setattr(dataclass, field, cls(getattr(dataclass, field)))


def held_values(made: Any, field: str) -> np.ndarray:
    """A field in the bytes in which it is held, where it is `WidenedWhenRead`.

    Examples
    --------
    >>> from truebox.records import Ids
    >>> held_values(Ids.of([1, 2]), "values")
    array([1, 2])
    """
    descriptor = getattr(type(made), field)
    value = descriptor.slot.__get__(made) if type(descriptor) is WidenedWhenRead else getattr(made, field)
    held: np.ndarray = value.values if type(value) is HeldNarrow else value
    return held
