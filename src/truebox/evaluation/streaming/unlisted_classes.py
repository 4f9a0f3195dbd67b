"""The refusal of labels that the evaluator was not told, with the list of classes that takes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.records import Categories

__all__ = ["unlisted_class", "unnamed_classes"]

_SHOWN = 5
_MOST_SPELLED = 12
_MIXED = "give the truth and the predictions labels of one kind: names in both, or numbers in both"


def unlisted_class(
    labels: Sequence[Any], classes: Categories, source: str, listed: Sequence[str] = ()
) -> InputError:
    """The refusal (E-131), which proposes an evaluator that takes these labels.

    Parameters
    ----------
    labels : sequence of int or str
        That came, the known ones too.
    classes : Categories
        What the evaluator was made with.
    source : str
        What the labels came from.
    listed : sequence of str
        Names in the order in which the evaluator was given them, where it was.

    Examples
    --------
    >>> from truebox.records import Categories, Ids
    >>> names = ("cat", "dog")
    >>> found = unlisted_class([0], Categories(ids=Ids.of(names), names=names), "<truth>", ["dog", "cat"])
    >>> str(found).partition("Fix: ")[2]
    "say which number each name has, such as Evaluator(categories={0: 'dog', 1: 'cat'})."
    """
    known = dict(zip(classes.ids.tolist(), classes.names, strict=True))
    unknown = [each for each in labels if each not in known]
    return InputError(
        "E-131",
        source,
        f"class {unknown[0]!r} is not in the classes of the evaluator ({_shown(list(known))})",
        _fix(labels, unknown, known, listed),
    )


def unnamed_classes(labels: Sequence[Any]) -> InputError:
    """The refusal (E-131) of names by an evaluator that was made without classes.

    Examples
    --------
    >>> str(unnamed_classes(["cat", "dog"])).partition("Fix: ")[2]
    "list the classes, such as Evaluator(categories=['cat', 'dog'])."
    """
    mixed = not all(isinstance(each, str) for each in labels)
    return InputError(
        "E-131",
        "labels",
        f"{_shown(labels)} are not all numbers, and the evaluator has no list of names",
        _MIXED if mixed else f"list the classes, such as {_evaluator(labels)}",
    )


def _fix(
    labels: Sequence[Any], unknown: Sequence[Any], known: Mapping[Any, str], listed: Sequence[str]
) -> str:
    numbers = all(isinstance(each, int) for each in labels)
    if not numbers and not all(isinstance(each, str) for each in labels):
        return _MIXED
    if numbers and any(isinstance(each, str) for each in known):
        return _numbered(labels, listed)
    named = {each: name for each, name in known.items() if str(each) != name}
    if not numbers and not any(isinstance(each, str) for each in known):
        names = list(dict.fromkeys([*named.values(), *labels]))
        return f"the labels are names: list names, such as {_evaluator(names)}"
    if named:
        return f"list every class, such as {_evaluator({**known, **_called(unknown)})}"
    every = [*known, *unknown]
    return f"list every class, such as {_evaluator(sorted(every) if numbers else every)}"


def _numbered(labels: Sequence[int], listed: Sequence[str]) -> str:
    """Names by number, from 0 or from 1, where that takes every label."""
    low, high = min(labels), max(labels)
    first = 1 if low > 0 and high == len(listed) else 0
    if not listed and low >= 0:
        return "give the names in the order of their numbers: Evaluator(categories=dict(enumerate(names)))"
    if low < first or high >= first + len(listed):
        by_number = _called(sorted(labels))
        return f"say the name of every number, such as {_evaluator(by_number)}"
    by_number = dict(enumerate(listed, first))
    return f"say which number each name has, such as {_evaluator(by_number)}"


def _called(labels: Sequence[Any]) -> dict[Any, str]:
    return {each: f"class {each}" for each in labels}


def _evaluator(classes: Sequence[Any] | Mapping[Any, str]) -> str:
    return f"Evaluator(categories={_spelled(classes)})"


def _spelled(classes: Sequence[Any] | Mapping[Any, str]) -> str:
    """As Python takes it; only the first of many."""
    if len(classes) <= _MOST_SPELLED:
        return repr(classes if isinstance(classes, Mapping) else list(classes))
    if isinstance(classes, Mapping):
        first = ", ".join(f"{each!r}: {name!r}" for each, name in list(classes.items())[:_SHOWN])
        return f"{{{first}, ...}}"
    if list(classes) == list(range(len(classes))):
        return repr(range(len(classes)))
    return f"[{_shown(classes)}]"


def _shown(known: Sequence[Any]) -> str:
    first = ", ".join(map(repr, list(known)[:_SHOWN]))
    return first + (", ..." if len(known) > _SHOWN else "")
