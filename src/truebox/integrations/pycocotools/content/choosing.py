"""Rows of a dataset by what people ask for: one or several, by id, category, area and crowd."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["entries_by_id", "ids_of_chosen", "is_array_like", "several_of"]


def is_array_like(obj: Any) -> bool:
    """Whether it has members and a length, as texts do too.

    Examples
    --------
    >>> is_array_like((1, 2)), is_array_like("ab"), is_array_like(1)
    (True, True, False)
    """
    return hasattr(obj, "__iter__") and hasattr(obj, "__len__")


def several_of(value: Any) -> Any:
    """What has members as it is, anything else as the only member of a list.

    Examples
    --------
    >>> several_of(7), several_of((7, 8))
    ([7], (7, 8))
    """
    return value if is_array_like(value) else [value]


def _members(values: Any) -> Any:
    """The same members, found faster."""
    try:
        return frozenset(values)
    except TypeError:
        return values


def ids_of_chosen(found: Iterable[dict[str, Any]], categories: Any, area_range: Any, crowd: Any) -> list[Any]:
    """Ids of the annotations that pass every filter, in their order; an empty filter lets all pass.

    Parameters
    ----------
    found : iterable of dict
        Annotations.
    categories : sequence of ids
        Of which they are.
    area_range : (low, high)
        Both bounds outside.
    crowd : bool or None
        Crowds alone, or none of them.

    Examples
    --------
    >>> rows = [{"id": 3, "area": 25, "iscrowd": 0}, {"id": 4, "area": 36, "iscrowd": 1}]
    >>> ids_of_chosen(rows, [], (25, 99), None), ids_of_chosen(rows, [], [], False)
    ([4], [3])
    """
    if len(categories):
        wanted = _members(categories)
        found = [ann for ann in found if ann["category_id"] in wanted]
    if len(area_range):
        found = [ann for ann in found if ann["area"] > area_range[0] and ann["area"] < area_range[1]]
    if crowd is not None:
        return [ann["id"] for ann in found if ann["iscrowd"] == crowd]
    return [ann["id"] for ann in found]


def entries_by_id(table: Any, ids: Any) -> Any:
    """What a table holds of several ids or of one int; None for anything else.

    Examples
    --------
    >>> table = {1: "cat", 2: "dog"}
    >>> entries_by_id(table, [2, 1]), entries_by_id(table, 1), entries_by_id(table, 1.0)
    (['dog', 'cat'], ['cat'], None)
    """
    if is_array_like(ids):
        return [table[each] for each in ids]
    return [table[ids]] if type(ids) is int else None
