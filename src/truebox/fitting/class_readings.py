"""What predicted class ids may mean instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from truebox.datasets.joining.adjusting import class_id_readings

if TYPE_CHECKING:
    from truebox.records import Ids

__all__ = ["ClassReading", "class_readings"]

_SAY = {
    "+1": "numbered one too low",
    "-1": "numbered one too high",
    "position": "positions in the truth's list of classes",
}


@dataclass(frozen=True, slots=True)
class ClassReading:
    """Another meaning of class ids.

    Parameters
    ----------
    what : str
        Completes "if the classes were ...".
    flag : str
        The option that makes it so.
    ids : mapping
        Predicted id to id of the truth; an id that is missing fits none.
    """

    what: str
    flag: str
    ids: Mapping[int, int]


def class_readings(listed: Ids) -> Iterator[ClassReading]:
    """The readings of whole-number ids; none of texts.

    Examples
    --------
    >>> from truebox.records import Ids
    >>> [reading.flag for reading in class_readings(Ids.of([1, 2, 5]))]
    ['--class-ids +1', '--class-ids -1', '--class-ids position']
    """
    if not listed.are_strings:
        for how, ids in class_id_readings(listed):
            yield ClassReading(_SAY[how], f"--class-ids {how}", ids)
