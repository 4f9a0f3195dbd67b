"""A match state whose columns are made when they are read is the one whose columns were written."""

from __future__ import annotations

import copy
import pickle
from dataclasses import fields, replace
from typing import Any

import coco_worlds
import numpy as np
import pytest
from coco_records import prediction_records, truth_records

from truebox.evaluation import MatchState, accumulate, evaluate
from truebox.evaluation.detection import run
from truebox.evaluation.detection.run import match_records, shape_asked
from truebox.evaluation.matching import matching, outcome_columns
from truebox.evaluation.states import narrow
from truebox.evaluation.states.accumulation import keeping_order
from truebox.evaluation.states.narrow import (
    FileBoxes,
    boxes_at,
    changed,
    file_boxes,
    held_boxes,
    joined_parts,
    narrow_outcomes,
    rows_in_file,
    state_rows,
)
from truebox.evaluation.states.parameters import coco_parameters

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

CHOICES: list[dict[str, Any]] = [
    {},
    {"mode": "corrected"},
    {"class_agnostic": True},
    {"max_detections": (1, 2, 3)},  # detections beyond the cap are not among the rows
    {"max_detections": (1, 2), "mode": "corrected", "class_agnostic": True},
    {"protocol": "voc"},
    {"area_ranges": {"all": (0.0, 1e10), "small": (0.0, 900.0)}, "iou_thresholds": [0.5]},
]


@pytest.fixture
def from_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every state is narrow, however small."""
    monkeypatch.setattr(matching, "_NARROW_FROM", 0)


def both(monkeypatch: pytest.MonkeyPatch, seed: int, **chosen: Any) -> tuple[Any, Any]:
    """The same evaluation with columns that are written, and with columns that are made."""
    rng = np.random.default_rng(seed)
    truth, detections = coco_worlds.world(rng, images=8, classes=3)
    made = []
    monkeypatch.setattr(run, "is_small", lambda *_: False)  # they are matched beyond the cap, in wide columns
    for least in (1 << 60, 0):
        monkeypatch.setattr(matching, "_NARROW_FROM", least)
        made.append(evaluate(truth_records(truth), prediction_records(detections), **chosen))
    return made[0], made[1]


def both_states(monkeypatch: pytest.MonkeyPatch, seed: int) -> tuple[MatchState, MatchState]:
    """The states of the same matching, of which nobody has read a column."""
    rng = np.random.default_rng(seed)
    truth, detections = coco_worlds.world(rng, images=8, classes=3)
    made = []
    for least in (1 << 60, 0):
        monkeypatch.setattr(matching, "_NARROW_FROM", least)
        found = match_records(
            truth_records(truth),
            prediction_records(detections),
            coco_parameters(),
            mode="strict",
            images=None,
            categories=None,
            threads=1,
            shape=shape_asked(None, 0.02),
        )
        made.append(found.matched.state)
    return made[0], made[1]


def narrow_order(state: MatchState) -> Any:
    held = narrow_outcomes(state)
    assert held is not None
    return held.order


def columns_of(state: MatchState) -> dict[str, Any]:
    return {each.name: getattr(state, each.name) for each in fields(state)}


def assert_same(left: MatchState, right: MatchState) -> None:
    one, other = columns_of(left), columns_of(right)
    for name, column in one.items():
        if isinstance(column, np.ndarray):
            assert column.dtype == other[name].dtype, name
            assert np.array_equal(column, other[name]), name


@pytest.mark.parametrize("chosen", CHOICES, ids=str)
@pytest.mark.parametrize("seed", range(6))
def test_every_column_and_number_is_the_same(
    monkeypatch: pytest.MonkeyPatch, seed: int, chosen: dict[str, Any]
) -> None:
    wide, made = both(monkeypatch, seed, **chosen)
    assert wide.metrics == made.metrics
    assert [str(each) for each in wide.warnings] == [str(each) for each in made.warnings]
    assert np.array_equal(wide.curves.precision, made.curves.precision)
    assert_same(wide.state, made.state)


@pytest.mark.usefixtures("from_the_first")
@pytest.mark.parametrize("mode", ["strict", "corrected"])
def test_an_evaluation_reads_no_column_itself(monkeypatch: pytest.MonkeyPatch, mode: Any) -> None:
    """Not even for its length: whoever reads one has all others made, four times what there is."""
    monkeypatch.setattr(run, "is_small", lambda *_: False)
    rng = np.random.default_rng(3)
    truth, detections = coco_worlds.world(rng, images=30, classes=3)
    result = evaluate(truth_records(truth), prediction_records(detections), mode=mode)
    assert 0 < result.metrics["AP"] < 0.6  # so that every look looks
    assert narrow_outcomes(result.state) is not None


def with_ties(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scores of one decimal."""
    world = coco_worlds.world

    def tied(*given: Any, **chosen: Any) -> Any:
        truth, detections = world(*given, **chosen)
        return truth, [each | {"score": round(each["score"], 1)} for each in detections]

    monkeypatch.setattr(coco_worlds, "world", tied)


@pytest.mark.parametrize("by_file", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_equal_scores_stand_alike(monkeypatch: pytest.MonkeyPatch, seed: int, by_file: bool) -> None:
    with_ties(monkeypatch)
    wide, made = both_states(monkeypatch, seed)
    assert len(np.unique(wide.score)) < len(wide)
    one, other = (accumulate(each, by_file=by_file) for each in (wide, made))
    assert narrow_outcomes(made) is not None
    for name in ("precision", "recall", "scores", "ties"):
        assert np.array_equal(getattr(one, name), getattr(other, name))


@pytest.mark.parametrize("seed", range(4))
def test_boxes_of_the_file_decide_between_equal_scores(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    with_ties(monkeypatch)
    wide, made = (each.state for each in both(monkeypatch, seed, mode="corrected"))
    assert type(held_boxes(made)) is FileBoxes
    assert type(held_boxes(wide)) is np.ndarray
    chosen = np.array([0, 2])
    parts = wide.of_classes(chosen), made.of_classes(chosen)
    assert type(held_boxes(parts[1])) is FileBoxes
    for one, other in ((wide, made), parts):
        assert len(np.unique(one.score)) < len(one.score)
        for name in ("precision", "recall", "ties"):
            assert np.array_equal(getattr(accumulate(one), name), getattr(accumulate(other), name))
    assert type(held_boxes(made)) is FileBoxes  # which nobody has read
    assert np.array_equal(made.boxes, wide.boxes)
    assert made.boxes is made.boxes
    assert np.array_equal(accumulate(made).precision, accumulate(wide).precision)
    assert_same(*parts)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_made_for_some_rows_is_that_of_all(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    wide, made = both_states(monkeypatch, seed)
    rows = np.arange(len(wide))[::3]
    for chosen in (rows, slice(None, None, 3)):
        for name, column in state_rows(made, chosen)._asdict().items():
            assert np.array_equal(column, getattr(wide, name)[rows]), name
    assert np.array_equal(rows_in_file(made), wide.row)
    assert np.array_equal(made.category_offsets(), wide.category_offsets())
    for classes in ([0], [1, 2], [0, 1, 2]):
        of = np.array(classes)
        assert_same(wide.of_classes(of), made.of_classes(of))
    assert narrow_outcomes(made) is not None
    assert len(made) == len(wide)


def test_stretches_of_a_column_are_joined_in_their_order() -> None:
    column = np.arange(12).reshape(6, 2)
    assert joined_parts(column, [slice(None)]) is column
    assert joined_parts(column, []).shape == (0, 2)
    assert joined_parts(column, [slice(4, 6), slice(0, 1), slice(3, 3)]).tolist() == [
        [8, 9],
        [10, 11],
        [0, 1],
    ]
    assert not np.shares_memory(joined_parts(column, [slice(1, 2)]), column)


def test_a_column_that_was_read_is_the_one_that_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    _, made = both_states(monkeypatch, 1)
    state = made
    assert narrow_outcomes(state) is not None
    before = accumulate(state).precision.copy()
    assert state.matched is state.matched
    assert narrow_outcomes(state) is None
    assert np.array_equal(accumulate(state).precision, before)
    state.matched[:] = 0
    assert (accumulate(state).precision <= 0).all()


def test_changes_leave_what_nobody_has_read(monkeypatch: pytest.MonkeyPatch) -> None:
    wide, made = both_states(monkeypatch, 2)
    doubled = changed(made, truths=2 * made.truths)
    assert narrow_outcomes(doubled) is narrow_outcomes(made)
    assert_same(replace(wide, truths=2 * wide.truths), doubled)
    score = np.linspace(0, 1, len(wide))
    assert_same(replace(wide, score=score), changed(made, score=score))
    assert_same(replace(wide, score=score), replace(made, score=score))


def test_copies_pickles_and_sums_hold_every_column(monkeypatch: pytest.MonkeyPatch) -> None:
    for again in (copy.copy, copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))):
        wide, made = both_states(monkeypatch, 3)
        assert_same(wide, again(made))


def test_rows_put_in_are_those_of_the_other_state(monkeypatch: pytest.MonkeyPatch) -> None:
    wide, made = both_states(monkeypatch, 4)
    places = np.arange(len(wide))[::2]
    other = changed(
        wide,
        score=wide.score[places],
        row=wide.row[places],
        image=wide.image[places],
        category=wide.category[places],
        rank=wide.rank[places],
        matched=~wide.matched[places],
        ignored=wide.ignored[places] ^ np.uint64(5),
    )
    held = narrow_outcomes(made)
    assert held is not None
    put = held.with_rows(places, other)
    assert put is not None
    matched, ignored = wide.matched.copy(), wide.ignored.copy()
    matched[places], ignored[places] = other.matched, other.ignored
    assert np.array_equal(put.matched(), matched)
    assert np.array_equal(put.ignored(), ignored)
    assert held.with_rows(places, changed(other, score=other.score + 1)) is None
    monkeypatch.setattr(narrow, "MOST_OUTCOMES", 1)
    assert held.with_rows(places, other) is None


def assert_accumulated_alike(one: MatchState, other: MatchState, **chosen: Any) -> None:
    expected, found = accumulate(one, **chosen), accumulate(other, **chosen)
    for name in ("precision", "recall", "scores", "ties"):
        assert np.array_equal(getattr(expected, name), getattr(found, name)), name


@pytest.mark.parametrize("seed", range(6))
def test_an_order_that_is_kept_is_the_one_that_would_be_found(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    with_ties(monkeypatch)
    wide, made = both_states(monkeypatch, seed)
    kept = keeping_order(made)
    order = narrow_order(kept)
    assert order == []
    assert_accumulated_alike(wide, kept)
    (found,) = order
    assert found.dtype == np.uint32
    boxes = np.round(np.random.default_rng(seed).random((int(wide.row.max()) + 1, 4)), 1)
    by_content = changed(wide, boxes=boxes[wide.row]), changed(kept, boxes=file_boxes(kept, boxes))
    for one, other in ((wide, kept), by_content):
        for by_file in (True, False):
            assert_accumulated_alike(one, other, by_file=by_file)
        chosen = np.array([0, 2])
        assert_accumulated_alike(one.of_classes(chosen), other.of_classes(chosen))
        (of_part,) = narrow_order(other.of_classes(chosen))
        assert len(of_part) < len(found)
    assert order[0] is found
    assert narrow_order(made) is None


@pytest.mark.parametrize("ordered", [True, False])
def test_rows_put_in_keep_the_order_where_their_scores_stand_as_before(
    monkeypatch: pytest.MonkeyPatch, ordered: bool
) -> None:
    with_ties(monkeypatch)
    wide, made = both_states(monkeypatch, 4)
    kept = keeping_order(made)
    accumulate(kept)
    held = narrow_outcomes(kept)
    assert held is not None
    places = np.flatnonzero(np.diff(wide.image, append=-1) == 0)
    rows = wide.row.copy()
    if not ordered:
        rows = np.roll(rows, 1)
    other = changed(
        wide.of_classes(np.arange(3)),
        row=rows[places],
        score=held.scores[rows[places]],
        matched=np.zeros_like(wide.matched[places]),
        ignored=wide.matched[places],
    )
    put = held.with_rows(places, other)
    assert put is not None
    assert (put.order is held.order) is ordered
    again = changed(kept, **put.fields())
    plain = changed(again, **replace(put, order=None).fields())
    assert_accumulated_alike(plain, again)


def test_more_outcomes_than_numbers_are_written_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    wide, _ = both(monkeypatch, 5)
    monkeypatch.setattr(outcome_columns, "MOST_OUTCOMES", 2)
    for mode in ("strict", "corrected"):
        wide, made = both(monkeypatch, 5, mode=mode)
        assert narrow_outcomes(made.state) is None
        assert_same(wide.state, made.state)
        assert wide.metrics == made.metrics


@pytest.mark.usefixtures("from_the_first")
def test_nothing_at_all_has_no_rows() -> None:
    truth, detections = coco_worlds.world(np.random.default_rng(0), images=2, classes=2)
    state = evaluate(truth_records(truth), prediction_records(detections[:0])).state
    assert (len(state), len(state.score), state.matched.shape, state.rank.dtype) == (0, 0, (0, 1), np.int32)


def test_boxes_of_rows_are_doubles() -> None:
    boxes = np.arange(400_000, dtype=np.float32).reshape(-1, 4)
    rows = np.arange(len(boxes), dtype=np.uint32)[::-1]
    assert boxes_at(boxes, rows).dtype == np.float64
    assert np.array_equal(boxes_at(boxes, rows), boxes[::-1])
