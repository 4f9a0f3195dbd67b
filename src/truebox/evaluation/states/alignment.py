"""Ids of truth and predictions as indices into sorted tables of images and categories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import datasets, fitting
from truebox._frozen import dataclass
from truebox._named import NamedTuple
from truebox._native import evaluation as native
from truebox._native import grouping
from truebox._widened import held_values
from truebox._writing.nearest import did_you_mean
from truebox.datasets import joining
from truebox.errors import ArgumentError
from truebox.evaluation.states.found_again import FoundAgain, FoundWhenRead, RowGroups, groups_of
from truebox.records import Ids

if TYPE_CHECKING:
    from truebox.records import Categories, Predictions, Truth
    from truebox.typing import BoolArray, ByteArray, Int32Array

__all__ = ["Alignment", "align", "positions", "rows_by_cell", "sorted_table"]

_FIRST_IMAGES = 3


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class Alignment:
    """Indices of every row, -1 for rows that are not evaluated.

    Parameters
    ----------
    images, categories : Ids
        Sorted tables of what is evaluated; without classes `categories` keeps the given order.
    category_names : tuple of str
        Beside `categories`.
    predicted_image, predicted_category : int32 arrays [N]
    true_image, true_category : int32 arrays [G]
    images_without_predictions : int
    unlisted_truths : int
        Truths whose image or category the truth does not list at all.
    first_without_predictions : tuple of ids
        The first few such images.
    selected_truths : bool array [G], optional
        The truths whose ids the reference looks up, where these are not all that have an image.
    """

    images: Ids
    categories: Ids
    category_names: tuple[str, ...]
    predicted_image: Int32Array
    predicted_category: Int32Array
    true_image: Int32Array
    true_category: Int32Array
    images_without_predictions: int
    unlisted_truths: int
    first_without_predictions: tuple[int | str, ...] = ()
    selected_truths: BoolArray | None = None


# Of a large file they are wanted to group its rows, and seldom afterwards.
FoundWhenRead.put_over(Alignment, "predicted_image", "predicted_category")


def rows_by_cell(alignment: Alignment) -> grouping.JoinedRows | None:
    """Its detections by category and image, where `align` has grouped them and nobody has taken them yet.

    Only of the alignment as `align` made it: where a row was left out or moved, there are none.
    """
    groups = groups_of(alignment, "predicted_image", "predicted_category")
    return None if groups is None else groups.taken()


def align(
    truth: Truth,
    predictions: Predictions,
    *,
    images: Iterable[Any] | None,
    categories: Iterable[Any] | None,
    class_agnostic: bool,
    threads: int,
    grouped: bool = False,
) -> Alignment:
    """Join both sides on image and category.

    With `grouped` the detections are put into groups on the way, for `rows_by_cell`; their places are made
    when somebody reads them.

    Raises
    ------
    InputError
        A prediction names an image (E-130) or a category (E-131) that the truth does not list.
    ArgumentError
        `images` or `categories` names something the truth does not list.
    """
    all_images = sorted_table(truth.images.ids)
    all_categories = sorted_table(truth.categories.ids)
    whole = grouped and images is None and categories is None and not class_agnostic
    joined = _joined(predictions, all_images, all_categories, threads) if whole else None
    if joined is None:
        joined = _placed(truth, predictions, all_images, all_categories, threads)
    predicted_image, predicted_category, seen = joined
    true_image, _ = positions(truth.image, all_images, threads)
    true_category, _ = positions(truth.category, all_categories, threads)
    unlisted = int(np.count_nonzero((true_image < 0) | (true_category < 0)))

    chosen_images = np.arange(len(all_images))
    if images is not None:
        chosen_images = np.unique(_chosen("images", images, _places(all_images)))
    chosen_categories = np.arange(len(all_categories))
    if categories is not None:
        chosen_categories = _chosen(
            "categories", categories, _places_or_names(all_categories, truth.categories)
        )
        if not class_agnostic:
            chosen_categories = np.unique(chosen_categories)
        elif len(np.unique(chosen_categories)) != len(chosen_categories):
            raise ArgumentError("categories: one is listed twice. Fix: list each category once.")
    category_table = _taken(all_categories, chosen_categories)
    return Alignment(
        images=_taken(all_images, chosen_images),
        categories=category_table,
        category_names=_names(truth.categories, category_table),
        predicted_image=_narrowed_again(predicted_image, chosen_images, len(all_images)),
        predicted_category=_narrowed_again(predicted_category, chosen_categories, len(all_categories)),
        true_image=_narrowed(true_image, chosen_images, len(all_images)),
        true_category=_narrowed(true_category, chosen_categories, len(all_categories)),
        images_without_predictions=int(np.count_nonzero(seen[chosen_images] == 0)),
        unlisted_truths=unlisted,
        first_without_predictions=tuple(
            all_images[row] for row in chosen_images[seen[chosen_images] == 0][:_FIRST_IMAGES].tolist()
        ),
    )


class _Joined(NamedTuple):
    """Detections in the tables of the truth: the two columns, and which images have some."""

    image: FoundAgain
    category: FoundAgain
    seen: ByteArray


def _joined(predictions: Predictions, images: Ids, categories: Ids, threads: int) -> _Joined | None:
    """As rows grouped at once, whose places nobody has made yet; None where that cannot be.

    Ids must be numbers that the tables list, and the rows come image by image, in the order of the table.
    """
    named = (predictions.image, predictions.category, images, categories)
    if len(predictions.image) == 0 or any(each.names is not None for each in named):
        return None
    seen = np.zeros(len(images), dtype=np.uint8)
    columns = grouping.IdColumn(_held(predictions.category)), grouping.IdColumn(_held(predictions.image))
    rows = grouping.join_rows(
        columns[0], _ascending(categories), columns[1], _ascending(images), seen, threads
    )
    if rows is None:
        return None
    groups = RowGroups(rows)
    return _Joined(
        FoundAgain(None, lambda: positions(predictions.image, images, threads)[0], groups),
        FoundAgain(None, lambda: positions(predictions.category, categories, threads)[0], groups),
        seen,
    )


def _placed(truth: Truth, predictions: Predictions, images: Ids, categories: Ids, threads: int) -> _Joined:
    """As two columns of places; what the truth does not list is refused."""
    predicted_image, seen = positions(predictions.image, images, threads)
    if len(predicted_image) and predicted_image.min() < 0:
        with datasets.saying_which_split(truth, lambda: predictions):
            joining.refuse_unknown_images(truth, predictions, predicted_image)
    predicted_category, _ = positions(predictions.category, categories, threads)
    if len(predicted_category) and predicted_category.min() < 0:
        overlapping = fitting.class_pairs(truth, predictions)
        told = fitting.told_classes(truth, overlapping)
        advice = "" if told is None else f"where boxes overlap, {told.shown}: rerun with {told.flag}"
        joining.refuse_unknown_categories(truth, predictions, predicted_category, overlapping, advice)
    return _Joined(
        FoundAgain(predicted_image, lambda: positions(predictions.image, images, threads)[0]),
        FoundAgain(predicted_category, lambda: positions(predictions.category, categories, threads)[0]),
        seen,
    )


def sorted_table(ids: Ids) -> Ids:
    """The distinct ids, sorted: numbers by value, texts by code point."""
    distinct = ids.distinct()
    if ids.names is None:
        return Ids(distinct.astype(np.int64))
    names = tuple(sorted(ids.names[code] for code in distinct.tolist()))
    return Ids(np.arange(len(names)), names)


def positions(ids: Ids, table: Ids, threads: int) -> tuple[Int32Array, ByteArray]:
    """Place of each id in the table or -1, and which places occur.

    Raises
    ------
    ArgumentError
        The ids of the table are not distinct and ascending, as those of `sorted_table` are.
    """
    found = np.empty(len(ids), dtype=np.int32)
    seen = np.zeros(len(table), dtype=np.uint8)
    if len(ids) == 0:
        return found, seen
    if ids.names is None and table.names is None:
        native.join_ids(_held(ids), _ascending(table), found, seen, threads)
    elif ids.names is None or table.names is None:
        found.fill(-1)
    else:
        place = {name: row for row, name in enumerate(table.names)}
        lookup = np.array([place.get(name, -1) for name in ids.names], dtype=np.int32)
        codes = held_values(ids, "values")
        np.take(lookup, codes, out=found)
        used = np.zeros(len(lookup), dtype=bool)
        used[codes] = True
        seen[lookup[used & (lookup >= 0)]] = 1
    return found, seen


def _names(categories: Categories, table: Ids) -> tuple[str, ...]:
    """Of the classes of a table; a list that is sorted already is as it stands."""
    ids = categories.ids
    if ids.names is None and np.array_equal(ids.values, table.values):
        return categories.names
    by_id = {ids[row]: name for row, name in enumerate(categories.names)}
    return tuple(by_id[table[row]] for row in range(len(table)))


def _held(ids: Ids) -> np.ndarray:
    held = np.ascontiguousarray(held_values(ids, "values"))
    return held if held.dtype in (np.int32, np.int64, np.uint16) else held.astype(np.int64)


def _ascending(table: Ids) -> np.ndarray:
    numbers = np.ascontiguousarray(table.values, dtype=np.int64)
    # The native table spans its first to its last id; another order would write outside of it.
    if (numbers[1:] <= numbers[:-1]).any():
        raise ArgumentError("table: its ids are not distinct and ascending. Fix: pass sorted_table(ids).")
    return numbers


def _places(table: Ids) -> dict[Any, int]:
    return {table[row]: row for row in range(len(table))}


def _places_or_names(table: Ids, categories: Categories) -> dict[Any, int]:
    """Places by id, and by name where one category alone has it."""
    known = _places(table)
    times = Counter(categories.names)
    for row, name in enumerate(categories.names):
        if times[name] == 1:
            known.setdefault(name, known[categories.ids[row]])
    return known


def _chosen(argument: str, given: Iterable[Any], known: dict[Any, int]) -> np.ndarray:
    if isinstance(given, str | bytes) or not isinstance(given, Iterable) or getattr(given, "ndim", 1) != 1:
        raise ArgumentError(f"{argument}: expected a list of ids, got {given!r}. Fix: pass [{given!r}].")
    wanted = [item.item() if isinstance(item, np.generic) else item for item in given]
    unknown = [item for item in wanted if not _is_listed(item, known)]
    if unknown:
        names = [item for item in known if isinstance(item, str)]
        more = f" and {len(unknown) - 5} more" if len(unknown) > 5 else ""
        raise ArgumentError(
            f"{argument}: the truth does not list {', '.join(repr(item) for item in unknown[:5])}{more}. "
            f"Fix: pass ids{' or names' if names else ''} that the truth lists"
            f"{_as_mapping(argument, unknown, wanted, known)}."
            f"{did_you_mean(unknown[0], names) if isinstance(unknown[0], str) else ''}"
        )
    return np.array([known[item] for item in wanted], dtype=np.int64)


def _as_mapping(argument: str, unknown: list[Any], wanted: list[Any], known: dict[Any, int]) -> str:
    """How names are given to numbers, where nothing but names came for classes that have numbers alone."""
    numbers = [item for item in known if isinstance(item, int)]
    if argument != "categories" or unknown != wanted or not all(isinstance(item, str) for item in wanted):
        return ""
    if {*map(str, numbers)} != {item for item in known if isinstance(item, str)}:
        return ""
    pairs = ", ".join(f"{number}: {name!r}" for number, name in zip(numbers, wanted, strict=False))
    return f", or its numbers with their names: categories={{{pairs}}}" if numbers else ""


def _is_listed(item: Any, known: dict[Any, int]) -> bool:
    """Whether it is an id of the truth; True is not the id 1, and a list is none."""
    return isinstance(item, int | float | str) and not isinstance(item, bool) and item in known


def _taken(table: Ids, chosen: np.ndarray) -> Ids:
    if table.names is None:
        return Ids(table.values[chosen])
    return Ids(np.arange(len(chosen)), tuple(table.names[place] for place in chosen.tolist()))


def _narrowed_again(places: FoundAgain, chosen: np.ndarray, count: int) -> Any:
    """Places that can be found again, where they are those in the whole table."""
    if _is_whole(chosen, count):
        return places
    return _narrowed(places.read(), chosen, count)


def _narrowed(places: Int32Array, chosen: np.ndarray, count: int) -> Int32Array:
    if _is_whole(chosen, count):
        return places
    lookup = np.full(count + 1, -1, dtype=np.int32)  # the last entry answers -1
    lookup[chosen] = np.arange(len(chosen), dtype=np.int32)
    return lookup[places]


def _is_whole(chosen: np.ndarray, count: int) -> bool:
    return len(chosen) == count and bool((chosen == np.arange(count)).all())
