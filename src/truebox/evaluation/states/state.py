"""What survives matching: one row per detection, and the number of truths; states add."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._frozen import dataclass
from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.evaluation.states.narrow import (
    FileBoxes,
    MadeWhenRead,
    changed,
    held_boxes,
    joined_parts,
    narrow_outcomes,
)
from truebox.records import Ids

if TYPE_CHECKING:
    from truebox.evaluation.states.cell_values import CellValues
    from truebox.evaluation.states.parameters import CocoParameters
    from truebox.evaluation.states.quirks import Quirk
    from truebox.typing import FloatArray, Int32Array, Int64Array, WordArray

__all__ = ["MatchState"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class MatchState:
    """The outcome of every detection at every IoU threshold and area range.

    Rows are sorted by (category, image, rank). ``state_a + state_b`` joins the states of
    disjoint images: the sum is what one evaluation of all the images gives, to the last bit.

    Parameters
    ----------
    parameters : CocoParameters
    mended : Quirk
        The quirks of the reference that are mended.
    images, categories : Ids
        Sorted; the indices below refer to them. Without classes, `category` is 0 everywhere.
    score : float64 array [N]
    category, image : int32 arrays [N]
    row : int64 array [N]
        Row of the detection in its own file.
    rank : int32 array [N]
        Place by score within image and category.
    matched, ignored : uint64 arrays [N, W]
        Bit ``a * T + t`` is the outcome in area range ``a`` at IoU threshold ``t``.
    truths : int64 array [K, A]
        Truths that count.
    boxes : float64 array [N, 4] or None
        Present where equal scores are ordered by the content of their boxes.
    values : float64 array [N, A * V] or [N, B, V], or None
        What a protocol keeps of each detection beside its outcomes, area range by area range; or in B blocks,
        each of as many neighbouring ranges.
    cells : CellValues or None
        What a protocol keeps of each image and class, those without detections too.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> def state_of(image: int) -> MatchState:
    ...     box = {"image_id": image, "category_id": 1, "bbox": [10, 10, 40, 40]}
    ...     truth = {"images": [{"id": image}], "categories": [{"id": 1, "name": "cat"}], "annotations": [
    ...         {"id": image, "area": 1600, "iscrowd": 0, **box}]}
    ...     return evaluate(truth, [{"score": 0.9, **box}]).state
    >>> both = state_of(1) + state_of(2)
    >>> len(both), both.truths[0].tolist()
    (2, [2, 0, 2, 0])
    """

    parameters: CocoParameters
    mended: Quirk
    images: Ids
    categories: Ids
    score: FloatArray
    category: Int32Array
    image: Int32Array
    row: Int64Array
    rank: Int32Array
    matched: WordArray
    ignored: WordArray
    truths: Int64Array
    boxes: FloatArray | None = None
    values: FloatArray | None = None
    cells: CellValues | None = None

    def __len__(self) -> int:
        return len(self.image)

    def category_offsets(self) -> Int64Array:
        """Row where each category begins, and the end: [K + 1]."""
        narrow = narrow_outcomes(self)
        if narrow is not None:
            return narrow.offsets
        bounds = np.arange(len(self.truths) + 1, dtype=np.int32)
        return np.searchsorted(self.category, bounds).astype(np.int64)

    @refuses_other_kinds
    def of_classes(self, chosen: Int64Array) -> MatchState:
        """Some categories alone, by their places in order, numbered from 0; `categories` stays as it is."""
        offsets = self.category_offsets()
        sizes = np.diff(offsets)[chosen]
        rows = [slice(None)]  # no copy where nothing but these is there
        if sizes.sum() < len(self):
            begins = offsets[chosen].tolist()
            rows = [slice(begin, begin + size) for begin, size in zip(begins, sizes.tolist(), strict=True)]
        narrow = narrow_outcomes(self)
        columns: dict[str, Any]
        boxes = held_boxes(self)
        if narrow is None:
            names = ("score", "image", "row", "rank", "matched", "ignored")
            columns = {name: joined_parts(getattr(self, name), rows) for name in names}
            columns["category"] = np.repeat(np.arange(len(chosen), dtype=np.int32), sizes)
        else:
            narrow = narrow.of_classes(rows, sizes)
            columns = narrow.fields()
        if narrow is not None and type(boxes) is FileBoxes:
            boxes = FileBoxes(boxes.boxes, narrow.row)
        elif boxes is not None:
            boxes = joined_parts(self.boxes, rows)  # type: ignore[arg-type]
        return changed(
            self,
            **columns,
            truths=np.ascontiguousarray(self.truths[chosen]),
            boxes=boxes,
            values=None if self.values is None else joined_parts(self.values, rows),
            cells=None if self.cells is None else self.cells.of_classes(chosen),
        )

    def __add__(self, other: MatchState) -> MatchState:
        if not isinstance(other, MatchState):
            return NotImplemented
        self._refuse_other_question(other)
        images, places, other_places = _union(self.images, other.images)
        image = np.concatenate([places[self.image], other_places[other.image]])
        category = np.concatenate([self.category, other.category])
        # Stable: rows of one image and category come from one state and are in order of rank already.
        order = np.argsort(category.astype(np.int64) * max(len(images), 1) + image, kind="stable")

        def joined(name: str) -> np.ndarray:
            return np.concatenate([getattr(self, name), getattr(other, name)])[order]

        return MatchState(
            parameters=self.parameters,
            mended=self.mended,
            images=images,
            categories=self.categories,
            score=joined("score"),
            category=category[order],
            image=image[order],
            row=joined("row"),
            rank=joined("rank"),
            matched=joined("matched"),
            ignored=joined("ignored"),
            truths=self.truths + other.truths,
            boxes=None if self.boxes is None else joined("boxes"),
            values=None if self.values is None or other.values is None else joined("values"),
            cells=None
            if self.cells is None or other.cells is None
            else self.cells.at_images(places).joined(other.cells.at_images(other_places)),
        )

    def _refuse_other_question(self, other: MatchState) -> None:
        if not self.parameters.same_as(other.parameters) or self.mended != other.mended:
            raise ArgumentError(
                "match states with different parameters or modes do not add. "
                "Fix: evaluate all parts with the same arguments."
            )
        if self.categories.tolist() != other.categories.tolist():
            raise ArgumentError(
                "match states with different categories do not add. "
                "Fix: give every part the full list of categories."
            )
        if self.images.are_strings != other.images.are_strings and len(self.images) and len(other.images):
            raise ArgumentError(
                "match states with integer and with string image ids do not add. "
                "Fix: use one kind of id in all parts."
            )


# Those of a large state are made when somebody reads them.
MadeWhenRead.put_over(MatchState)


def _union(left: Ids, right: Ids) -> tuple[Ids, Int32Array, Int32Array]:
    """Both tables as one sorted table, and the place of each entry in it."""
    strings = (left if len(left) else right).are_strings
    dtype = object if strings else np.int64
    both = [np.array(ids.tolist(), dtype=dtype) for ids in (left, right)]
    shared = np.intersect1d(both[0], both[1])
    if len(shared):
        raise ArgumentError(
            f"match states share {len(shared)} images, such as {shared.tolist()[0]!r}; "
            "only disjoint images add. Fix: give each image to one part only."
        )
    merged = np.sort(np.concatenate(both))
    places = [np.searchsorted(merged, part).astype(np.int32) for part in both]
    table = Ids(np.arange(len(merged)), tuple(merged)) if strings else Ids(merged)
    return table, places[0], places[1]
