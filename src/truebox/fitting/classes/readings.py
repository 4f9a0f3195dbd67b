"""What predicted class ids may mean instead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from truebox._frozen import dataclass
from truebox.datasets.joining.adjusting import class_id_readings
from truebox.fitting.classes.told_by_boxes import told_classes

if TYPE_CHECKING:
    from truebox.records import Ids, Truth

__all__ = ["ClassReading", "class_reading_by_boxes", "class_readings", "reordered_classes"]

_FEWEST = 3
_MOVED = 2
"""One alone is what a detector does that knows one class."""
_SHOWN, _MOST_NAMED = 3, 8
_AS_THE_TRUTH = "give the predictions the class ids of the truth"
_SAY = {
    "+1": "numbered one too low",
    "-1": "numbered one too high",
    "position": "positions in the truth's list of classes",
    "coco91": "0 to 79 on one side, and COCO's ids from 1 to 90 on the other",
}


@dataclass(frozen=True, slots=True)
class ClassReading:
    """Another meaning of class ids.

    Parameters
    ----------
    what : str
        Completes "if the classes were ...".
    flag : str
        The option that makes it so; empty where there is none.
    ids : mapping
        Predicted id to id of the truth; an id that is missing fits none.
    """

    what: str
    flag: str
    ids: Mapping[int, int]
    fix: str = ""
    """What to do where no option does."""


def class_readings(listed: Ids) -> Iterator[ClassReading]:
    """The readings of whole-number ids; none of texts.

    Examples
    --------
    >>> from truebox.records import Ids
    >>> [reading.flag for reading in class_readings(Ids.of([1, 2, 5]))]
    ['--class-ids +1', '--class-ids -1', '--class-ids position', '--class-ids coco91']
    """
    if not listed.are_strings:
        for how, ids in class_id_readings(listed):
            yield ClassReading(_SAY[how], f"--class-ids {how}", ids)


def class_reading_by_boxes(
    truth: Truth, pairs: Sequence[tuple[int | str, int | str]], *, named: bool = False
) -> ClassReading | None:
    """The numbering that boxes tell, of a truth that only names its classes; None where it is that given.

    Parameters
    ----------
    truth : Truth
        Whose class ids only count its names.
    pairs : sequence of pairs
        Predicted and true class of detections that overlap a truth by at least half.
    named : bool
        Whether predictions name their classes, so that no list of names changes what they mean.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]], "labels": [5]}])
    >>> class_reading_by_boxes(truth, [(1, 5)] * 3) is None  # its ids are its own
    True
    """
    told = told_classes(truth, pairs)
    if told is None or all(found == true for found, true in told.ids.items()):
        return None
    if named:
        names = dict(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))
        moved = [(found, true) for found, true in told.ids.items() if found != true]
        shown = ", ".join(f"{names[found]} is {names[true]}" for found, true in moved[:_MOST_NAMED])
        more = " ..." if len(moved) > _MOST_NAMED else ""
        return ClassReading(
            f"those of boxes that they overlap ({shown}{more})",
            "",
            told.ids,
            _AS_THE_TRUTH.replace("ids", "names"),
        )
    return ClassReading(f"numbered as boxes that overlap tell ({told.shown})", told.flag, told.ids)


def reordered_classes(truth: Truth, pairs: Sequence[tuple[int | str, int | str]]) -> ClassReading | None:
    """The numbering that boxes tell of classes that have numbers of their own: another order of them.

    None where fewer than two classes lie mostly on objects of another, or where two would become one.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]] * 2, "labels": [1, 2]}])
    >>> reordered_classes(truth, [(1, 2)] * 3 + [(2, 1)] * 3).what
    'numbered as boxes that overlap tell (1 is 2, 2 is 1)'
    """
    if truth.categories.ids.are_strings or any(isinstance(found, str) for found, _ in pairs):
        return None
    told: dict[int, int] = {}
    for each in sorted({int(found) for found, _ in pairs}):
        on = Counter(true for found, true in pairs if found == each)
        best, times = on.most_common(1)[0]
        if times >= _FEWEST and 2 * times > on.total():
            told[each] = int(best)
    moved = sum(found != true for found, true in told.items())
    if len(set(told.values())) < len(told) or moved < _MOVED:
        return None
    names = dict(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))
    shown = ", ".join(f"{found} is {_named(true, names)}" for found, true in list(told.items())[:_SHOWN])
    more = " ..." if len(told) > _SHOWN else ""
    return ClassReading(
        f"numbered as boxes that overlap tell ({shown}{more})",
        "",
        told,
        _AS_THE_TRUTH,
    )


def _named(number: int, names: Mapping[int | str, str]) -> str:
    """The number, and its name where that says more."""
    return str(number) if names[number] == str(number) else f"{number} ({names[number]})"
