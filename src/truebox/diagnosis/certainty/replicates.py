"""Every metric of a result under other weights of its images, without matching again."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._frozen import dataclass
from truebox._native import resampling as native
from truebox._native.threads import thread_count
from truebox._writing.watched import WATCHED_AT_ONCE, is_watched, say_done
from truebox.diagnosis.certainty.doubled import as_one, of_classes
from truebox.errors import ArgumentError
from truebox.evaluation import ClosingLine, OutcomeOrder, Quirk
from truebox.evaluation.matching.counted_truths import counted_truths
from truebox.evaluation.registry import protocol_of
from truebox.evaluation.states.accumulation import averaged_recalls
from truebox.evaluation.states.summary import place_of, questions

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.drawn_units import DrawnUnits
    from truebox.evaluation import DrawnMeasure, MatchState, Measure, Question, Result
    from truebox.evaluation.matching.counted_truths import CountedTruths
    from truebox.typing import AnyArray, BoolArray, ByteArray, FloatArray, Int32Array, Int64Array

__all__ = ["CLASS_METRICS", "Replicates", "Resampling"]

CLASS_METRICS = ("AP", "AP50", "AP75")
"""What is resampled for every class."""

_MOST_THRESHOLDS = 64
_BYTES_AT_ONCE = 64_000_000
_SIDE_BY_SIDE = 16
_VISITS_OF_MEASURE = 8  # a protocol's own measure takes the time of so many questions of the kernel


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Replicates:
    """Metrics of weighted versions of one result; NaN where one is undefined.

    Parameters
    ----------
    metrics : mapping of name to array [R]
    per_class : mapping of name to array [R, K]
        `CLASS_METRICS`, as far as the result has them.
    """

    metrics: Mapping[str, FloatArray]
    per_class: Mapping[str, FloatArray]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where an answer stands in what the kernel gives: question, selection, and of which classes."""

    question: int
    selection: int
    is_precision: bool
    area_range: int
    classes: BoolArray | None = None
    own: Question | None = None  # where the tables alone do not answer it
    absent: float | None = None  # of classes without truth
    weights: int | None = None  # the area range whose truths weigh the classes


@dataclass(frozen=True, slots=True, eq=False)
class _Drawn:
    """Draws of images [R, images], and how many truths of each class count in them, by area range [R, K]."""

    weights: AnyArray
    truths: dict[int, AnyArray]
    false: dict[tuple[int, int], AnyArray] = field(default_factory=dict)  # of closing lines [R, K, T]


class Resampling:
    """A result, ready to be weighed: its rows by category and what is asked of them.

    Parameters
    ----------
    result : Result
    other : Result, optional
        Of the same truth: its images stand beside those of the first, each after its own, so that weights
        [R, 2 images] can take an image with the detections of either.
    keys : collection of str, optional
        Metrics to compute; by default all.
    classes : int array, optional
        The only classes to look at; `Replicates.per_class` has a column for each of them.

    Raises
    ------
    ArgumentError
        More than 64 IoU thresholds or area ranges, or recall thresholds that do not ascend.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}
    >>> truth = {"images": [{"id": 1}, {"id": 2}], "categories": [{"id": 1, "name": "cat"}], "annotations": [
    ...     {"id": 1, "area": 1600, "iscrowd": 0, **box},
    ...     {"id": 2, "area": 1600, "iscrowd": 0, **box, "image_id": 2}]}
    >>> miss = {"image_id": 2, "category_id": 1, "bbox": [70, 70, 9, 9], "score": 0.8}
    >>> found = Resampling(evaluate(truth, [{"score": 0.9, **box}, miss], mode="corrected"))
    >>> weights = np.array([[1, 1], [3, 1]], dtype=np.uint8)  # as it is; the first image three times
    >>> found.weighed(weights).metrics["AR100"].tolist()
    [0.5, 0.75]
    """

    def __init__(
        self,
        result: Result,
        other: Result | None = None,
        *,
        keys: Collection[str] | None = None,
        classes: Int64Array | None = None,
    ) -> None:
        state = result.state
        self.recalls = _ascending_recalls(result)
        if len(state.parameters.iou_thresholds) > _MOST_THRESHOLDS:
            raise ArgumentError(
                f"iou_thresholds: {len(state.parameters.iou_thresholds)} are more than the "
                f"{_MOST_THRESHOLDS} that can be resampled. Fix: evaluate with fewer."
            )
        self.result = result
        self.truths: CountedTruths = counted_truths(result)
        self.epsilon = 0.0 if Quirk.PRECISION_EPSILON in state.mended else float(np.spacing(1))
        self._chosen = np.arange(len(state.truths)) if classes is None else classes
        self._state = state
        if other is not None:
            self._state, self.truths = as_one(state, other.state, self.truths)
        if classes is not None:
            self._state, self.truths = of_classes(self._state, self.truths, classes)
        self._rows = len(self._state)
        make: Any = native.Columns
        self.columns: native.Columns = make(
            *_rows_of(self._state, self.truths),
            len(state.parameters.iou_thresholds),
            len(state.parameters.area_ranges),
            len(self._state.images),
        )
        self._questions: list[tuple[int, int, bool]] = []  # area range, cap, with precision
        self._selections: list[int] = []  # thresholds as bits
        self.places: dict[str, _Place] = {}
        self._orders: dict[tuple[int, int, int], OutcomeOrder] = {}
        self._drawing: dict[object, Any] = {}  # measures of draws
        self._lines: dict[tuple[int, int], ClosingLine] = {}
        for question in questions(state, result.truth):
            if keys is None or question.key in keys:
                self._add(question)

    @property
    def visits(self) -> int:
        """How many detections one replicate looks at, over all questions."""
        measures = sum(
            place.own is not None and place.own.measure is not None for place in self.places.values()
        )
        return self._rows * (len(self._questions) + _VISITS_OF_MEASURE * measures)

    @property
    def headline_cap(self) -> int:
        """How many detections per image and class AP is read at."""
        return self._questions[self.places["AP"].question][1] if "AP" in self.places else 0

    def weighed(self, weights: ByteArray, *, threads: int | None = None) -> Replicates:
        """One replicate per row of `weights` [R, images]: how many times each image stands in the data."""
        return self._run(len(weights), np.empty(0, dtype=np.int32), 0, weights, threads)

    def bootstrapped(
        self, replicates: int, seed: int, units: DrawnUnits, *, threads: int | None = None
    ) -> Replicates:
        """Each replicate draws as many images, or groups of images, as there are, with replacement."""
        if units.counted == "images":
            return self._run(replicates, units.sampled, seed, None, threads, told="bootstrap")
        none, drawn = np.empty(0, dtype=np.int32), units.draws(replicates, seed)
        return self._run(replicates, none, 0, drawn, threads, told="bootstrap")

    def _add(self, question: Question) -> None:
        state = self.result.state
        place = place_of(question, state, self.result.truth)
        if isinstance(place, str):
            return
        area_range, caps, thresholds = place
        cap = int(state.parameters.max_detections[int(caps[0])])
        bits = sum(1 << int(threshold) for threshold in thresholds)
        # A closing line is one of each threshold.
        single = [1 << int(threshold) for threshold in thresholds] if question.closing_line else []
        for each in (bits, *single):
            if each not in self._selections:
                self._selections.append(each)
        at = self._at(area_range, cap, question.is_precision and question.measure is None)
        own = question if question.measure or question.closing_line else None
        weights = None
        if question.weighed_by is not None:
            weights = list(state.parameters.area_ranges).index(question.weighed_by)
        self.places[question.key] = _Place(
            at,
            self._selections.index(bits),
            question.is_precision,
            area_range,
            question.classes,
            own,
            question.absent,
            weights,
        )
        if question.measure is not None:
            key = (area_range, cap, bits)
            if key not in self._orders:
                self._orders[key] = OutcomeOrder(self._state, area_range, cap, thresholds)
            if question.drawn is not None and (question.measure, key) not in self._drawing:
                self._drawing[question.measure, key] = question.drawn(self._orders[key])

    def _own(self, drawn: _Drawn, tables: tuple[FloatArray, FloatArray]) -> dict[str, FloatArray]:
        """What the tables do not hold of each class under each draw [R, K], by key."""
        found = {}
        for key, place in self.places.items():
            question = place.own
            if question is not None and question.closing_line:
                found[key] = self._closed(place, drawn, tables)
            elif question is not None:
                found[key] = np.empty((len(drawn.weights), len(self._state.truths)))
        asked = self._measured()  # looked up once: hashing a measure takes longer than many a draw
        for row in range(len(drawn.weights) if asked else 0):
            weighed: dict[object, Any] = {}  # of the place, whatever measures ask
            for (measure, at), (measured, entries) in asked.items():
                truths = drawn.truths[at[0]][row]
                if measured is not None:
                    values = measured(drawn.weights[row], truths)
                else:
                    if at not in weighed:
                        weighed[at] = self._orders[at].weighed(drawn.weights[row], truths)
                    values = measure(weighed[at])
                for key, part in entries:
                    found[key][row] = values if values.ndim == 1 else values[:, part]
        return found

    def _measured(
        self,
    ) -> dict[tuple[Measure, tuple[int, int, int]], tuple[DrawnMeasure | None, list[tuple[str, int]]]]:
        """By measure and place how it is drawn, and which keys have which part of it."""
        found: dict[Any, tuple[DrawnMeasure | None, list[tuple[str, int]]]] = {}
        for key, place in self.places.items():
            if place.own is None or place.own.measure is None:
                continue
            at = (place.area_range, self._questions[place.question][1], self._selections[place.selection])
            asked = place.own.measure, at
            found.setdefault(asked, (self._drawing.get(asked), []))[1].append((key, place.own.part))
        return found

    def _drawn(self, first: int, count: int, drawing: tuple[Int32Array, int] | ByteArray) -> _Drawn:
        """The draws that the kernel makes too, or the weights as given."""
        if isinstance(drawing, tuple):
            drawn = np.empty((first + count, len(self._state.images)), dtype=np.uint8)
            native.draw(*drawing, drawn)
        else:
            drawn = drawing
        weights = drawn[first : first + count].astype(np.int64)
        ranges = {place.area_range for place in self.places.values() if place.own is not None}
        ranges |= {place.weights for place in self.places.values() if place.weights is not None}
        return _Drawn(weights, {a: _truths_under(weights, self.truths, a) for a in ranges})

    def _closed(self, place: _Place, drawn: _Drawn, tables: tuple[FloatArray, FloatArray]) -> FloatArray:
        """Means of precision with the area under each closing line [R, K]."""
        precision, recall = tables
        state, bits = self._state, self._selections[place.selection]
        reached = np.zeros((*precision.shape[::3], len(state.parameters.iou_thresholds)))
        chosen = [t for t in range(reached.shape[-1]) if bits >> t & 1]
        for t in chosen:
            reached[..., t] = recall[:, place.question, self._selections.index(1 << t)]
        at = place.area_range, self._questions[place.question][1]
        line = self._lines.setdefault(at, ClosingLine(state, *at))
        if at not in drawn.false:
            drawn.false[at] = line.counted(drawn.weights)
        areas = line.areas_of(drawn.truths[at[0]], np.nan_to_num(reached), drawn.false[at])
        values: FloatArray = precision[:, place.question, place.selection] + areas[..., chosen].mean(axis=-1)
        return values

    def _at(self, area_range: int, cap: int, precise: bool) -> int:
        for index, (other_range, other_cap, other_precise) in enumerate(self._questions):
            if (area_range, cap) == (other_range, other_cap):
                self._questions[index] = (area_range, cap, precise or other_precise)
                return index
        self._questions.append((area_range, cap, precise))
        return len(self._questions) - 1

    def _run(
        self,
        replicates: int,
        sampled: Int32Array,
        seed: int,
        weights: ByteArray | None,
        threads: int | None,
        *,
        told: str = "",
    ) -> Replicates:
        classes = len(self._chosen)
        metrics = {key: np.empty(replicates) for key in self.places}
        per_class = {key: np.empty((replicates, classes)) for key in CLASS_METRICS if key in self.places}
        shape = (len(self._questions), len(self._selections), classes)
        at_once = _BYTES_AT_ONCE // max(1, 16 * int(np.prod(shape))) // _SIDE_BY_SIDE * _SIDE_BY_SIDE
        at_once = max(_SIDE_BY_SIDE, at_once)
        if told and is_watched():
            at_once = min(at_once, WATCHED_AT_ONCE)
        for first in range(0, replicates, at_once):
            count = min(at_once, replicates - first)
            if told:
                say_done(told, first, replicates)
            precision, recall = np.empty((count, *shape)), np.empty((count, *shape))
            native.resample(
                self.columns,
                np.array([entry[0] for entry in self._questions], dtype=np.int32),
                np.array([entry[1] for entry in self._questions], dtype=np.int32),
                np.array([entry[2] for entry in self._questions], dtype=np.uint8),
                np.array(self._selections, dtype=np.uint64),
                self.recalls,
                self.epsilon,
                sampled,
                seed,
                first,
                None if weights is None else np.ascontiguousarray(weights[first : first + count]),
                precision,
                recall,
                thread_count(threads),
            )
            own: dict[str, FloatArray] = {}
            weighing: dict[int, AnyArray] = {}
            if any(place.own is not None or place.weights is not None for place in self.places.values()):
                drawn = self._drawn(first, count, (sampled, seed) if weights is None else weights)
                weighing = drawn.truths
                own = self._own(drawn, (precision, recall))
            for key, place in self.places.items():
                values = (precision if place.is_precision else recall)[:, place.question, place.selection]
                values = own.get(key, values)
                if place.absent is not None:
                    values = np.where(np.isnan(values), place.absent, values)
                among = None if place.classes is None else place.classes[self._chosen]
                asked, counted = place.own, values
                if asked is not None and asked.measure is not None and not asked.counts_absent:
                    # What a measure gives a class without truth is no part of the mean.
                    counted = np.where(weighing[place.area_range] > 0, values, np.nan)
                heavy = None if place.weights is None else weighing[place.weights]
                metrics[key][first : first + count] = _mean_of_defined(counted, among, heavy)
                if key in per_class:
                    per_class[key][first : first + count] = values
        return Replicates(metrics=metrics, per_class=per_class)


def _rows_of(state: MatchState, truths: CountedTruths) -> tuple[Any, ...]:
    """What the kernel reads of one result, but its sizes."""
    return (
        state.score,
        state.category_offsets(),
        state.image,
        state.rank,
        state.matched,
        state.ignored,
        state.boxes,
        state.row if protocol_of(state.parameters).ties_by_file else None,
        truths.offsets,
        truths.image,
        truths.inside,
    )


def _mean_of_defined(
    values: FloatArray, classes: BoolArray | None, weights: AnyArray | None = None
) -> FloatArray:
    """Mean over the classes that have truth, by weights [R, K] where there are any; NaN where none has."""
    if classes is not None:
        values = values[:, classes]
        weights = None if weights is None else weights[:, classes]
    defined: AnyArray = ~np.isnan(values)
    if weights is not None:
        defined = np.where(defined, weights, 0)
    count = defined.sum(axis=1)
    total: AnyArray = (np.where(defined > 0, values, 0.0) * defined).sum(axis=1)
    mean: FloatArray = np.divide(total, count, out=np.full(len(values), np.nan), where=count > 0)
    return mean


def _truths_under(weights: AnyArray, truths: CountedTruths, area_range: int) -> AnyArray:
    """Truths of each class that count, under each row of weights [R, K]."""
    counted = truths.counts_in(area_range)
    heads = np.zeros((weights.shape[1], len(truths.offsets) - 1))
    np.add.at(heads, (truths.image[counted], truths.category[counted]), 1)
    found: AnyArray = (weights @ heads).astype(np.int64)
    return found


def _ascending_recalls(result: Result) -> FloatArray:
    recalls = averaged_recalls(result.parameters)
    if bool((np.diff(recalls) >= 0).all()):
        return recalls
    if Quirk.UNSORTED_RECALL in result.state.mended:
        return np.sort(recalls)
    raise ArgumentError(
        "recall_thresholds: they do not ascend, and strict mode reads them in their order. "
        "Fix: evaluate with ascending recall_thresholds, or with mode='corrected'."
    )
