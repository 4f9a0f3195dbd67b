"""What a large match state keeps of each detection, and its other columns made when somebody reads them.

Of eight million detections the columns of a `MatchState` take 44 bytes each, and writing them costs more than
matching: fresh memory is zeroed by the system. Ten bytes say the same: the row in the file, which tells the
score, the image, and the number of the pair of outcome words, of which a few hundred occur.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from truebox._frozen import dataclass
from truebox._named import NamedTuple
from truebox._native import evaluation as native
from truebox._widened import WidenedWhenRead

if TYPE_CHECKING:
    from truebox.evaluation.states.state import MatchState
    from truebox.typing import AnyArray, FloatArray, Int32Array, Int64Array, WordArray

    _State = TypeVar("_State", bound="MatchState")

__all__ = [
    "MOST_OUTCOMES",
    "FileBoxes",
    "MadeWhenRead",
    "NarrowOutcomes",
    "StateRows",
    "boxes_at",
    "changed",
    "file_boxes",
    "held_boxes",
    "joined_parts",
    "narrow_outcomes",
    "rows_in_file",
    "state_rows",
]

MOST_OUTCOMES = 1 << 16
"""Pairs of outcome words that have a number in two bytes."""


class StateRows(NamedTuple):
    """Some rows of a match state: its columns without the rank."""

    row: Int64Array
    image: Int32Array
    category: Int32Array
    score: FloatArray
    matched: WordArray
    ignored: WordArray


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class NarrowOutcomes:
    """The rows of a match state, by category, image and rank.

    Parameters
    ----------
    row : uint32 array [N]
        In the file of the detections.
    image : int32 array [N]
    outcome : uint16 array [N]
        Row of `pairs`.
    pairs : uint64 array [P, 2]
        Matched and ignored bits.
    offsets : int64 array [K + 1]
        Where each category begins.
    scores : float64 array
        Of every row of the file.
    order : list of a uint32 array [N], or None
        Places within each category by falling score, which the first accumulation puts into an empty list.

    Examples
    --------
    >>> made = NarrowOutcomes(
    ...     row=np.array([2, 0, 1], dtype=np.uint32),
    ...     image=np.array([0, 0, 1], dtype=np.int32),
    ...     outcome=np.array([1, 0, 0], dtype=np.uint16),
    ...     pairs=np.array([[0, 0], [3, 0]], dtype=np.uint64),
    ...     offsets=np.array([0, 2, 3]),
    ...     scores=np.array([0.5, 0.4, 0.9]),
    ... )
    >>> made.score().tolist(), made.rank().tolist(), made.category().tolist()
    ([0.9, 0.5, 0.4], [0, 1, 0], [0, 0, 1])
    >>> made.matched().tolist()
    [[3], [0], [0]]
    """

    row: AnyArray
    image: Int32Array
    outcome: AnyArray
    pairs: WordArray
    offsets: Int64Array
    scores: FloatArray
    order: list[AnyArray] | None = None

    def ordering(self) -> AnyArray | None:
        """The order, or where the first accumulation is to write it; None where nobody keeps it."""
        nothing = np.empty(len(self.row), dtype=np.uint32) if self.order == [] else None
        return self.order[0] if self.order else nothing

    def native(
        self, order: AnyArray | None, *, by_file: bool, boxes: FloatArray | None = None
    ) -> native.NarrowStateRows:
        """The same for native accumulation: equal scores stand by the boxes of the file, or as there."""
        columns = self.row, self.image, self.outcome, self.pairs, self.scores
        return native.NarrowStateRows(*columns, by_file, boxes, order, bool(self.order))

    def fields(self) -> dict[str, Any]:
        """The columns of a match state: this, until somebody reads them, and the image as it stands."""
        return {"image": self.image, **dict.fromkeys(_MADE_BY, self)}

    def of_classes(self, rows: list[slice], sizes: Int64Array) -> NarrowOutcomes:
        """The rows of some classes, which have so many each."""
        return NarrowOutcomes(
            row=joined_parts(self.row, rows),
            image=joined_parts(self.image, rows),
            outcome=joined_parts(self.outcome, rows),
            pairs=self.pairs,
            offsets=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
            scores=self.scores,
            order=[joined_parts(self.order[0], rows)] if self.order else None,
        )

    def at(self, rows: Int64Array | slice) -> StateRows:
        """Some rows, in this order."""
        row, outcome = self.row[rows], self.outcome[rows]
        places = np.arange(*rows.indices(len(self.row))) if isinstance(rows, slice) else rows
        return StateRows(
            row=row.astype(np.int64),
            image=np.ascontiguousarray(self.image[rows]),
            category=(np.searchsorted(self.offsets, places, side="right") - 1).astype(np.int32),
            score=self.scores[row],
            matched=self.pairs[outcome, :1],
            ignored=self.pairs[outcome, 1:],
        )

    def with_rows(self, places: Int64Array, again: MatchState) -> NarrowOutcomes | None:
        """These with the rows at some places as another state of the same file has them, in this order.

        None where there would be too many different outcomes, or its scores are not those of the file.
        """
        distinct, number = _distinct_pairs(again.matched[:, 0], again.ignored[:, 0])
        pairs = np.concatenate([self.pairs, distinct])
        if len(pairs) > MOST_OUTCOMES or not np.array_equal(self.scores[again.row], again.score):
            return None
        row, outcome = self.row.copy(), self.outcome.copy()
        ordered = np.array_equal(self.scores[row[places]], again.score)
        row[places] = again.row
        outcome[places] = number + len(self.pairs)
        return replace(
            self, row=row, outcome=outcome, pairs=pairs, order=self.order if self.order and ordered else None
        )

    def score(self) -> FloatArray:
        """Of each row."""
        return self._gathered(self.scores, self.row, np.empty(len(self.row)))

    def category(self) -> Int32Array:
        """Of each row."""
        classes = np.arange(len(self.offsets) - 1, dtype=np.int32)
        return np.repeat(classes, np.diff(self.offsets))

    def file_row(self) -> Int64Array:
        """As int64, which a match state promises."""
        return self.row.astype(np.int64)

    def rank(self) -> Int32Array:
        """Place within image and category: rows of a cell stand together and are numbered from 0."""
        first = np.empty(len(self.row), dtype=bool)
        np.not_equal(self.image[1:], self.image[:-1], out=first[1:])
        first[self.offsets[:-1][np.diff(self.offsets) > 0]] = True
        cells = np.flatnonzero(first).astype(np.int32)
        sizes = np.diff(cells, append=np.int32(len(first)))
        return np.arange(len(first), dtype=np.int32) - np.repeat(cells, sizes)

    def matched(self) -> WordArray:
        """One word of each row."""
        return self._words(0)

    def ignored(self) -> WordArray:
        """One word of each row."""
        return self._words(1)

    def _words(self, place: int) -> WordArray:
        words = np.empty(len(self.row), dtype=np.uint64)
        self._gathered(np.ascontiguousarray(self.pairs[:, place]), self.outcome, words)
        return words[:, None]

    @staticmethod
    def _gathered(values: AnyArray, places: AnyArray, out: AnyArray) -> AnyArray:
        """``values[places]``, some at a time: NumPy would widen all places first."""
        for begin in range(0, len(places), _AT_ONCE):
            part = slice(begin, begin + _AT_ONCE)
            np.take(values, places[part], out=out[part], mode="clip")  # "raise" would copy
        return out


class FileBoxes(NamedTuple):
    """The boxes of a match state as those of its file [*, 4] and the row of each."""

    boxes: FloatArray
    row: AnyArray


_AT_ONCE = 1 << 16


def _distinct_pairs(matched: WordArray, ignored: WordArray) -> tuple[WordArray, Int64Array]:
    """Each pair once [P, 2], and which of them stands where; ``numpy.unique`` would import ``numpy.ma``."""
    order = np.lexsort((ignored, matched))
    matched, ignored = matched[order], ignored[order]
    new = np.ones(len(order), dtype=bool)
    new[1:] = (matched[1:] != matched[:-1]) | (ignored[1:] != ignored[:-1])
    number = np.empty(len(order), dtype=np.int64)
    number[order] = np.cumsum(new) - 1
    return np.stack([matched[new], ignored[new]], axis=1), number


_MADE_BY = {
    "score": NarrowOutcomes.score,
    "category": NarrowOutcomes.category,
    "row": NarrowOutcomes.file_row,
    "rank": NarrowOutcomes.rank,
    "matched": NarrowOutcomes.matched,
    "ignored": NarrowOutcomes.ignored,
}
"""The columns of a match state that `NarrowOutcomes` stands for."""


class MadeWhenRead:
    """A field of a dataclass with slots that may hold a `NarrowOutcomes` until somebody reads the column.

    Parameters
    ----------
    name : str
        Of the field.
    slot
        Its descriptor.
    """

    def __init__(self, name: str, slot: Any) -> None:
        self.slot, self._made = slot, _MADE_BY[name]

    def __get__(self, made: Any, owner: type | None = None) -> Any:
        if made is None:
            return self
        value = self.slot.__get__(made, owner)
        if type(value) is NarrowOutcomes:
            value = self._made(value)
            self.slot.__set__(made, value)
        return value

    def __set__(self, made: Any, value: Any) -> None:
        self.slot.__set__(made, value)

    @classmethod
    def put_over(cls, dataclass: type) -> None:
        """Let the columns of a dataclass be made when they are read."""
        for name in _MADE_BY:
            setattr(dataclass, name, cls(name, getattr(dataclass, name)))
        _BoxesWhenRead.put_over(dataclass, "boxes")


class _BoxesWhenRead(WidenedWhenRead):
    """The field of boxes, which may hold `FileBoxes` until somebody reads it."""

    held = FileBoxes

    def value_of(self, held: Any) -> Any:
        return boxes_at(*held)


def changed(state: _State, **changes: Any) -> _State:
    """As `dataclasses.replace` of a match state, but columns that nobody has read stay as they are held.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> state = evaluate([box], [box | {"scores": [0.5]}], mode="corrected").state
    >>> changed(state, score=np.array([0.4])).score.tolist(), state.score.tolist()
    ([0.4], [0.5])
    """
    held = {each.name: _held(state, each.name) for each in fields(state)}
    return type(state)(**held | changes)


def state_rows(state: Any, rows: Int64Array | slice) -> StateRows:
    """Some rows of a match state, whose columns are not made for them.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> state = evaluate([box], [box | {"scores": [0.5]}], mode="corrected").state
    >>> state_rows(state, slice(0, 1)).score.tolist()
    [0.5]
    """
    narrow = narrow_outcomes(state)
    if narrow is not None:
        return narrow.at(rows)
    return StateRows(*(getattr(state, name)[rows] for name in StateRows._fields))


def rows_in_file(state: MatchState) -> AnyArray:
    """``state.row``, of any integer kind, as it is held.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> rows_in_file(evaluate([box], [box | {"scores": [0.5]}], mode="corrected").state)
    array([0])
    """
    narrow = narrow_outcomes(state)
    return state.row if narrow is None else narrow.row


def boxes_at(boxes: FloatArray, rows: AnyArray) -> FloatArray:
    """Boxes [*, 4] of these rows of a file, some at a time: NumPy would widen all rows first.

    Examples
    --------
    >>> boxes_at(np.arange(8.0).reshape(2, 4), np.array([1], dtype=np.uint32))
    array([[4., 5., 6., 7.]])
    """
    taken = np.empty((len(rows), 4))
    for begin in range(0, len(rows), _AT_ONCE):
        part = slice(begin, begin + _AT_ONCE)
        taken[part] = np.take(boxes, rows[part], axis=0)
    return taken


def joined_parts(column: AnyArray, parts: list[slice]) -> AnyArray:
    """Stretches of a column one after the other; all of it is the column itself.

    Examples
    --------
    >>> joined_parts(np.arange(6), [slice(1, 3), slice(5, 6)])
    array([1, 2, 5])
    """
    if parts == [slice(None)]:
        return column
    return np.concatenate([column[part] for part in parts]) if parts else column[:0]


def file_boxes(state: MatchState, boxes: FloatArray) -> Any:
    """For the field of boxes of a match state: these of its file, gathered when somebody reads them.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> result = evaluate([box], [box | {"scores": [0.5]}], mode="corrected")
    >>> file_boxes(result.state, result.predictions.boxes)
    array([[0., 0., 9., 9.]])
    """
    narrow = narrow_outcomes(state)
    if narrow is None:
        return boxes_at(boxes, state.row)
    return FileBoxes(np.ascontiguousarray(boxes, dtype=np.float64), narrow.row)


def held_boxes(state: MatchState) -> Any:
    """The boxes of a match state as they are held: `FileBoxes`, an array, or None.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> held_boxes(evaluate([box], [box | {"scores": [0.5]}], mode="corrected").state)
    array([[0., 0., 9., 9.]])
    """
    return _held(state, "boxes")


def narrow_outcomes(state: Any) -> NarrowOutcomes | None:
    """What the columns of a match state are made of, as long as nobody has read one of them, or None.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> narrow_outcomes(evaluate([box], [box | {"scores": [0.5]}], mode="corrected").state) is None
    True
    """
    first, *others = (_held(state, name) for name in _MADE_BY)
    return first if type(first) is NarrowOutcomes and all(each is first for each in others) else None


def _held(state: Any, name: str) -> Any:
    """What a field holds, unread."""
    made = name in _MADE_BY or name == "boxes"
    return getattr(type(state), name).slot.__get__(state) if made else getattr(state, name)
