"""Which quirks of the reference changed the numbers of a strict evaluation, and by how much."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.detection import some_cells
from truebox.evaluation.detection.findings import at_bound
from truebox.evaluation.detection.quirk_changes import changes_said, largest_move, swapped
from truebox.evaluation.detection.some_classes import alignment_of_classes, state_of_classes
from truebox.evaluation.matching.matching import match, repeated_ids, zero_ids
from truebox.evaluation.matching.source import BoxSource
from truebox.evaluation.protocol import Case, asking_first, with_own_scores
from truebox.evaluation.registry import protocol_of
from truebox.evaluation.states.accumulation import accumulate
from truebox.evaluation.states.cell_means import OtherRecalls
from truebox.evaluation.states.deferred import DeferredCurves, tables_of_state
from truebox.evaluation.states.narrow import changed, file_boxes
from truebox.evaluation.states.parameters import AREA_LIMIT, KEYPOINT_CAP
from truebox.evaluation.states.quirks import Quirk
from truebox.evaluation.states.summary import measured_again, questions, summarise
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.evaluation.detection.findings import Survey
    from truebox.evaluation.detection.some_cells import SomeCells
    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.matching.source import OverlapSource
    from truebox.evaluation.protocol import DetectionProtocol
    from truebox.evaluation.states.cell_means import ReadCurves
    from truebox.evaluation.states.deferred import AnyCurves
    from truebox.evaluation.states.parameters import CocoParameters
    from truebox.evaluation.states.state import MatchState
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["quirk_findings", "recalls_beside_decimals"]

_CURVES_ONLY = Quirk.CLOSING_LINE | Quirk.LAST_RECALL
_MEASURES_ONLY = (
    Quirk.BEYOND_REFERENCE
    | Quirk.FIRST_CLASS
    | Quirk.FIRST_POINT
    | Quirk.AT_REFERENCE
    | Quirk.STEPPED_SCORES
    | Quirk.FEW_THRESHOLDS
    | Quirk.SMALL_OF_OTHERS
    | Quirk.UNDETECTED_CLASS
    | Quirk.FIRST_RECALL
    | Quirk.LOW_RECALL
    | Quirk.LOWEST_CUT
    | Quirk.SINGLE_SCORES
    | Quirk.SCORE_STEPS
    | Quirk.ABSENT_CLASS
)
_SETTLED_ONLY = Quirk.IGNORED_MISSED | Quirk.FIRST_CLAIM | Quirk.WHOLE_TURN | Quirk.FIRST_FIT
_AFTER_MATCHING = Quirk.UNSORTED_RECALL | _SETTLED_ONLY
_SUMMARY_ONLY = Quirk.HEADLINE_CAP | Quirk.FEW_CAPS | Quirk.KEYPOINT_CAP | Quirk.IMAGE_WEIGHTS
_WHOLE = Quirk.IMAGE_WEIGHTS | Quirk.LOOSE_VOID | Quirk.SMALL_GROUPS
_EVERYWHERE = _MEASURES_ONLY | _CURVES_ONLY | _SETTLED_ONLY | _WHOLE
_HALF, _SMALL_PART, _SMALLEST = 2, 16, 1 << 20
"""Parts in which detections are matched again, and put together again; none of the latter is smaller."""


class _Strict:
    """A finished strict evaluation, and the same with one quirk mended."""

    def __init__(
        self,
        case: Case,
        *,
        matched: Matched,
        unsettled: Matched,
        curves: AnyCurves,
        threads: int,
        source: OverlapSource | None,
    ) -> None:
        self.case = case
        self.truth, self.predictions, self.alignment = case.truth, case.predictions, case.alignment
        self.matched, self.unsettled = matched, unsettled
        self.curves = curves
        self.threads = threads
        self.source = source or BoxSource(case.predictions)

    @property
    def state(self) -> MatchState:
        return self.matched.state

    @property
    def protocol(self) -> DetectionProtocol:
        return protocol_of(self.state.parameters)

    def mended(self, quirk: Quirk, touched: BoolArray) -> Mapping[str, float | None]:
        """The headline with one quirk mended; only `touched` categories are computed again."""
        state = changed(self.state, mended=self.state.mended | quirk)
        measured = any(question.measure is not None for question in questions(state))
        if quirk in _MEASURES_ONLY or (quirk in _SUMMARY_ONLY and not measured):
            return self._metrics(state, self.curves)
        # In curves made place by place nothing else can stand for a while; and truths of one id, of whatever
        # class, are all the last of them, so that no class is for itself.
        if measured or isinstance(self.curves, DeferredCurves) or repeated_ids(self.truth):
            return self._whole_again(quirk, touched)
        if quirk == Quirk.LINSPACE:
            return self._at_decimal_recalls(state)
        if quirk in _AFTER_MATCHING:
            if quirk in _SETTLED_ONLY:
                state = self._settled_again(state.mended)
            with self._accumulated_again(state, touched) as curves:
                return self._metrics(state, curves)
        if quirk == Quirk.TIE_ORDER and not state.parameters.class_agnostic:
            return self._ties_by_content(state, touched)
        return self._matched_again(quirk, touched)

    def _at_decimal_recalls(self, state: MatchState) -> Mapping[str, float | None]:
        """The few recall thresholds that differ were accumulated along with all others."""
        assert not isinstance(self.curves, DeferredCurves)
        return self._metrics(state, OtherRecalls(self.curves, recalls_beside_decimals(state.parameters)[0]))

    def _ties_by_content(self, state: MatchState, touched: BoolArray) -> Mapping[str, float | None]:
        """Ties between images change the order in a category, ties within an image the matching too."""
        within = (self.matched.equal_scores | self.matched.equal_overlaps).astype(bool)
        between = touched & ~within
        with ExitStack() as tables:
            curves = self.curves
            if between.any():
                part = self._by_content(state, between)
                curves = tables.enter_context(self._accumulated_part(part, between))
            if within.any():
                return self._matched_again(Quirk.TIE_ORDER, within)
            return self._metrics(state, curves)

    @property
    def _ties_are_between_images(self) -> bool:
        """Whether the order of equal scores changes no matching, but the order in some classes alone."""
        return not (
            (self.matched.equal_scores | self.matched.equal_overlaps).any()
            or self.state.parameters.class_agnostic
            or isinstance(self.curves, DeferredCurves)
            or not self._settled_as_matched
            or repeated_ids(self.truth)
        )

    def _measured_by_content(self, state: MatchState, touched: BoolArray) -> Mapping[str, float | None]:
        """As `_ties_by_content`, where a measure of the protocol's own reads the rows too."""
        part = self._by_content(state, touched)
        with self._accumulated_part(part, touched) as curves:
            assert not isinstance(curves, DeferredCurves)
            again = measured_again(self.curves, [(np.flatnonzero(touched), part)])
            return self._metrics(state, replace(curves, measured=again))

    def _by_content(self, state: MatchState, touched: BoolArray) -> MatchState:
        """The touched categories, in which boxes decide between equal scores."""
        part = state_of_classes(state, touched)
        return changed(part, boxes=file_boxes(part, self.predictions.boxes))

    def _metrics(self, state: MatchState, curves: ReadCurves) -> Mapping[str, float | None]:
        return summarise(state, curves, self.truth).metrics

    def _whole_again(self, quirk: Quirk, touched: BoolArray) -> Mapping[str, float | None]:
        """Everything anew: a measure of the protocol's own reads more than the tables."""
        mended, parameters = self.state.mended | quirk, self.state.parameters
        if quirk == Quirk.TIE_ORDER and self._ties_are_between_images:
            return self._measured_by_content(changed(self.state, mended=mended), touched)
        if quirk in _CURVES_ONLY | Quirk.LINSPACE:
            recalls = self.protocol.defaults(parameters.geometry, mended).recall_thresholds
            asked = replace(parameters, recall_thresholds=recalls)
            state = changed(self.state, mended=mended, parameters=asked)
            if np.array_equal(recalls, parameters.recall_thresholds):
                return self._metrics(state, self.curves)
            return self._metrics(state, tables_of_state(state, threads=self.threads or None))
        if quirk in _SETTLED_ONLY:
            state = self._settled_again(mended)
        else:
            state = self._rematched(replace(self.case, parameters=parameters), mended)
        return self._metrics(state, tables_of_state(state, threads=self.threads or None))

    def _matched_again(self, quirk: Quirk, touched: BoolArray) -> Mapping[str, float | None]:
        cells = self._cells_near(quirk)
        if cells is not None:
            return self._cells_again(quirk, touched, cells)
        truths, mended = self.state.truths.copy(), self.state.mended | quirk
        with ExitStack() as tables:
            curves = self.curves
            for part in self._parts(touched, _HALF):
                alignment = self.alignment if part.all() else alignment_of_classes(self.alignment, part)
                again = self._rematched(replace(self.case, alignment=alignment), mended)
                truths[part] = again.truths[part]
                tables_again = self._accumulated_part(state_of_classes(again, part), part)
                del again
                curves = tables.enter_context(tables_again)
            return self._metrics(changed(self.state, mended=mended, truths=truths), curves)

    def _cells_again(self, quirk: Quirk, touched: BoolArray, cells: SomeCells) -> Mapping[str, float | None]:
        """Some cells matched again, and put into the touched categories."""
        mended = self.state.mended | quirk
        alignment = some_cells.alignment_of_cells(self.alignment, cells, self.threads)
        case = replace(self.case, alignment=alignment)
        # One state at a time: they are large. The order of ties changes no truth.
        before = None if quirk == Quirk.TIE_ORDER else self._rematched(case, self.state.mended).truths
        again, truths = self._rematched(case, mended), self.state.truths.copy()
        truths[touched] += 0 if before is None else (again.truths - before)[touched]
        del case, alignment
        with ExitStack() as tables:
            curves = self.curves
            for part in self._parts(touched, _SMALL_PART):
                strict, own = state_of_classes(self.state, part), state_of_classes(again, part)
                put = some_cells.put_into(strict, np.flatnonzero(part), own, cells, self.predictions.boxes)
                tables_again = self._accumulated_part(changed(put, truths=truths[part]), part)
                del strict, own, put
                curves = tables.enter_context(tables_again)
            return self._metrics(changed(self.state, mended=mended, truths=truths), curves)

    def _cells_near(self, quirk: Quirk) -> SomeCells | None:
        """The cells in which the quirk can matter, where they are few and every cell is for itself."""
        if self.state.parameters.class_agnostic or not self._settled_as_matched:
            return None
        truth, nothing = self.truth, np.zeros(len(self.predictions), dtype=bool)
        if quirk == Quirk.TIE_ORDER:
            cells = some_cells.cells_marked(self.state, self.matched.unsure_cells)
        elif quirk == Quirk.AREA_CLOSED:
            found = self._at_bound(self.source.area(Quirk.NONE))
            cells = some_cells.cells_of_rows(self.alignment, self._at_bound(truth.area), found)
        elif quirk == Quirk.ID_ZERO:
            cells = some_cells.cells_of_rows(self.alignment, zero_ids(truth.ids), nothing)
        elif quirk == Quirk.IGNORE_KEY:
            ignored = (truth.ignore != 0) & (truth.crowd == 0)
            cells = some_cells.cells_of_rows(self.alignment, ignored, nothing)
        else:
            return None
        return cells if some_cells.worth_it(self.state, cells, 1 if quirk == Quirk.TIE_ORDER else 2) else None

    @property
    def _settled_as_matched(self) -> bool:
        return self.case.asking is None and self.protocol.settles_nothing

    def _rematched(self, case: Case, mended: Quirk) -> MatchState:
        matched = match(
            *(case.truth, asking_first(case), case.alignment, case.parameters),
            mended=mended,
            threads=self.threads,
            source=self.source,
            policy=self.protocol.policy,
            outside=case.outside,
            absent=case.absent,
        )
        return self.protocol.settle(case, with_own_scores(case, matched)).state

    def _settled_again(self, mended: Quirk) -> MatchState:
        """The same matching, whose outcome the protocol settles otherwise."""
        state = changed(self.unsettled.state, mended=mended)
        return self.protocol.settle(self.case, replace(self.unsettled, state=state)).state

    def _parts(self, touched: BoolArray, number: int) -> list[BoolArray]:
        """The touched categories, all detections in so many parts: memory holds no second state."""
        if self.state.parameters.class_agnostic:
            return [touched]
        before = np.cumsum(np.where(touched, self.matched.detections, 0))
        size = max(int(self.matched.detections.sum()) // number, _SMALLEST)
        parts = -(-int(before[-1]) // size) or 1
        part = np.minimum(parts * before // max(int(before[-1]), 1), parts - 1)
        return [chosen for place in range(parts) if (chosen := touched & (part == place)).any()]

    def _accumulated_again(self, state: MatchState, touched: BoolArray) -> AbstractContextManager[AnyCurves]:
        return self._accumulated_part(state_of_classes(state, touched), touched)

    @contextmanager
    def _accumulated_part(self, part: MatchState, touched: BoolArray) -> Iterator[AnyCurves]:
        """The strict tables with the touched categories as `part` has them, inside a ``with`` block only."""
        curves = accumulate(part, with_scores=False, threads=self.threads or None)
        del part  # the next one wants its memory
        if touched.all():
            yield curves
            return
        chosen = np.flatnonzero(touched)
        with (
            swapped(self.curves.precision, np.s_[:, :, chosen], curves.precision),
            swapped(self.curves.recall, np.s_[:, chosen], curves.recall),
            swapped(self.curves.area, np.s_[:, chosen], curves.area),
        ):
            del curves
            yield self.curves

    def touched_by(self, quirk: Quirk, seen: Survey) -> BoolArray:
        """Categories whose numbers the quirk may have changed; cheap, and never misses one."""
        truth, parameters, classes = self.truth, self.state.parameters, len(self.state.truths)
        every, none = np.ones(classes, dtype=bool), np.zeros(classes, dtype=bool)
        caps, geometry = parameters.max_detections, parameters.geometry
        if quirk == Quirk.ID_ZERO:
            return self._categories_of(zero_ids(truth.ids))
        if quirk in (Quirk.IGNORE_KEY, Quirk.IGNORED_MISSED):
            crowd = truth.crowd != 0
            return self._categories_of(
                crowd if quirk == Quirk.IGNORED_MISSED else (truth.ignore != 0) & ~crowd
            )
        if quirk == Quirk.AREA_CLOSED:
            return self._on_bound(seen)
        tied = self.curves.ties | self.matched.equal_scores | self.matched.equal_overlaps
        if quirk == Quirk.TIE_ORDER:
            return tied.astype(bool)
        if quirk == Quirk.LINSPACE:
            return self._where_decimals_matter()
        values = self.state.values if quirk == Quirk.WHOLE_TURN else None
        whole: dict[Quirk, Callable[[], bool]] = {
            Quirk.ABSENT_CLASS: lambda: bool((self.state.truths == 0).any()),
            # A turn of all the way round is taken for half of it.
            Quirk.WHOLE_TURN: lambda: values is not None and bool((values == np.pi).any()),
            Quirk.HEADLINE_CAP: lambda: _headline_differs(parameters),
            Quirk.CLASSLESS_KEYPOINTS: lambda: parameters.class_agnostic and geometry == "keypoints",
            Quirk.KEYPOINT_CAP: lambda: geometry == "keypoints" and caps != (KEYPOINT_CAP,),
            Quirk.BOX_AREA: lambda: geometry in ("masks", "boundary") and self.predictions.boxed,
            Quirk.AREA_BOUND: lambda: (
                seen.beyond_limit
                and any(
                    high >= AREA_LIMIT and np.isfinite(high) for _, high in parameters.area_ranges.values()
                )
            ),
            Quirk.DUPLICATE_IDS: lambda: repeated_ids(truth) > 0,
            Quirk.THRESHOLD_ONE: lambda: bool((parameters.iou_thresholds > 1 - 1e-10).any()),
            Quirk.UNSORTED_RECALL: lambda: bool((np.diff(parameters.recall_thresholds) < 0).any()),
            Quirk.CLASS_ORDER: lambda: parameters.class_agnostic and bool(tied.any()),
        }
        asked = whole.get(quirk)
        return every if (quirk in _EVERYWHERE if asked is None else asked()) else none

    def _categories_of(self, rows: BoolArray) -> BoolArray:
        touched = np.zeros(len(self.state.truths), dtype=bool)
        if rows.any():
            categories = self.alignment.true_category[rows]
            categories = categories[categories >= 0]
            touched[0 if self.state.parameters.class_agnostic and len(categories) else categories] = True
        return touched

    def _at_bound(self, area: FloatArray) -> BoolArray:
        """Which of these are the upper bound of a range."""
        return at_bound(area, self.state.parameters)

    def _on_bound(self, seen: Survey) -> BoolArray:
        touched = self._categories_of(self._at_bound(self.truth.area))
        if seen.detections_on_bound:
            categories = self.alignment.predicted_category[self._at_bound(self.source.area(Quirk.NONE))]
            categories = categories[categories >= 0]
            touched[0 if self.state.parameters.class_agnostic and len(categories) else categories] = True
        return touched

    def _where_decimals_matter(self) -> BoolArray:
        """Categories in which some number of hits reaches a default recall threshold, but not its decimal."""
        truths = self.state.truths
        beside, decimals = recalls_beside_decimals(self.state.parameters)
        totals = np.maximum(truths, 1)[..., None].astype(np.float64)
        reached = np.round(totals * decimals) / totals
        changed = (reached >= self.state.parameters.recall_thresholds[beside]) != (reached >= decimals)
        touched: BoolArray = (changed & (truths > 0)[..., None]).any(axis=(1, 2))
        return touched


def quirk_findings(
    case: Case,
    *,
    matched: Matched,
    unsettled: Matched,
    curves: AnyCurves,
    seen: Survey,
    threads: int,
    here: Mapping[str, float | None],
    source: OverlapSource | None = None,
) -> Iterator[Finding]:
    """One finding for each quirk that changed a headline metric of a strict evaluation, which is `here`."""
    strict = _Strict(
        case, matched=matched, unsettled=unsettled, curves=curves, threads=threads, source=source
    )
    for entry in protocol_of(matched.state.parameters).reported:
        touched = strict.touched_by(entry.quirk, seen)
        if not touched.any():
            continue
        mended = strict.mended(entry.quirk, touched)
        changes = changes_said(here, mended)
        if changes:
            text = f"{entry.letter}{entry.number} {entry.title}; corrected: {changes}"
            yield Finding("W-310", text, moves=largest_move(here, mended))


def _headline_differs(parameters: CocoParameters) -> bool:
    caps = parameters.max_detections
    if parameters.geometry == "keypoints":
        return False
    return 100 not in caps or caps[min(2, len(caps) - 1)] != caps[-1] or caps[-1] != 100


def recalls_beside_decimals(parameters: CocoParameters) -> tuple[Int64Array, FloatArray]:
    """Places of default recall thresholds that miss their decimals, and these; none for other thresholds."""
    defaults, ours = protocol_of(parameters).defaults, parameters.recall_thresholds
    exact = defaults(parameters.geometry, Quirk.LINSPACE).recall_thresholds
    if not np.array_equal(ours, defaults(parameters.geometry, Quirk.NONE).recall_thresholds):
        return np.empty(0, dtype=np.int64), np.empty(0)
    places = np.flatnonzero(exact != ours)
    return places, exact[places]
