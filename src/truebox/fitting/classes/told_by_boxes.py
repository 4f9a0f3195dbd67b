"""Which class each number stands for, as boxes that overlap tell, where a truth only names its classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from truebox._frozen import dataclass
from truebox._kinds import refuses_other_kinds
from truebox._lazily import deferred

if TYPE_CHECKING:
    import shlex

    from truebox.records import Truth
else:
    shlex = deferred("shlex")  # only what is told needs it (0.3 ms)

__all__ = ["ToldClasses", "told_classes"]

_FEWEST = 3
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class ToldClasses:
    """Predicted id to id of the truth; the first of them in words; and the option that reads them so."""

    ids: Mapping[int, int]
    shown: str
    flag: str


@refuses_other_kinds
def told_classes(truth: Truth, pairs: Sequence[tuple[int | str, int | str]]) -> ToldClasses | None:
    """What boxes tell of numbers without names; None where that is nothing, or two numbers mean one class.

    Parameters
    ----------
    truth : Truth
        Whose class ids only count its names.
    pairs : sequence of pairs
        Predicted and true class of detections that overlap a truth by at least half.

    Examples
    --------
    >>> from dataclasses import replace
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]] * 2, "labels": [1, 2]}])
    >>> named = replace(truth, categories=replace(truth.categories, names=("dog", "cat"), numbered=False))
    >>> told_classes(named, [(1, 2)] * 3 + [(2, 1)] * 3).flag
    '--classes cat,dog'
    """
    classes = truth.categories
    if classes.numbered or classes.ids.are_strings or any(isinstance(found, str) for found, _ in pairs):
        return None
    told: dict[int, int] = {}
    for each in dict.fromkeys(found for found, _ in pairs):
        on = Counter(true for found, true in pairs if found == each)
        best, times = on.most_common(1)[0]
        if times >= _FEWEST and 2 * times > on.total():
            told[int(each)] = int(best)
    if not told or len(set(told.values())) < len(told):
        return None
    names = dict(zip(classes.ids.tolist(), classes.names, strict=True))
    shown = ", ".join(f"{number} is {names[told[number]]}" for number in sorted(told)[:_SHOWN])
    return ToldClasses(told, shown + (" ..." if len(told) > _SHOWN else ""), _flag(told, names))


def _flag(told: Mapping[int, int], names: Mapping[int | str, str]) -> str:
    """The option that names the classes in the order of their numbers, as far as boxes tell them all."""
    first, last = min(told), max(told)
    listed = [names[told[number]] for number in range(first, last + 1) if number in told]
    if first not in (0, 1) or len(listed) <= last - first or any("," in name for name in listed):
        return "--classes @names.txt, the names in the order of their numbers, one a line"
    listed += [name for name in names.values() if name not in listed]
    return f"--classes {shlex.quote(','.join(listed))}" + (" --class-ids +1" if first == 0 else "")
