"""A column that is given up is found again as it was."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace

import coco_worlds
import numpy as np
import pytest
from coco_records import prediction_records, truth_records

from truebox._widened import narrow_or_not
from truebox.evaluation import evaluate
from truebox.evaluation.matching import matching
from truebox.evaluation.states.alignment import Alignment, align
from truebox.evaluation.states.found_again import FoundAgain, FoundWhenRead, RowGroups, give_up, groups_of
from truebox.records import Ids, Predictions, Truth

PLACES = ("predicted_image", "predicted_category")


def both_sides(seed: int) -> tuple[Truth, Predictions]:
    truth, detections = coco_worlds.world(np.random.default_rng(seed), images=8, classes=3)
    return truth_records(truth), prediction_records(detections)


def aligned(truth: Truth, found: Predictions, **chosen: object) -> Alignment:
    asked = {"images": None, "categories": None, "class_agnostic": False, "threads": 1} | chosen
    return align(truth, found, **asked)  # type: ignore[arg-type]


def test_values_are_made_once_after_they_were_given_up() -> None:
    asked = []

    def again() -> np.ndarray:
        asked.append(1)
        return np.arange(3)

    column = FoundAgain(np.arange(3), again)
    assert column.read().tolist() == [0, 1, 2]
    assert not asked
    column.give_up()
    assert column.read() is column.read()
    assert column.read().tolist() == [0, 1, 2]
    assert len(asked) == 1


@pytest.mark.parametrize("names", [False, True])
def test_places_are_found_again(names: bool) -> None:
    truth, found = both_sides(0)
    if names:  # codes into tables of texts

        def texts(ids: Ids) -> Ids:
            return Ids.of([str(each) for each in ids.tolist()])

        images = replace(truth.images, ids=texts(truth.images.ids))
        truth = replace(truth, images=images, image=texts(truth.image))
        found = replace(found, image=texts(found.image))
    both = aligned(truth, found)
    before = {name: getattr(both, name).copy() for name in PLACES}
    give_up(both)
    for name in PLACES:
        held = getattr(Alignment, name).slot.__get__(both)
        assert type(held) is FoundAgain
        assert held._held is None
        assert np.array_equal(getattr(both, name), before[name])
        assert getattr(both, name).dtype == np.int32
    assert type(Alignment.predicted_image) is FoundWhenRead


def test_chosen_classes_are_not_given_up() -> None:
    truth, found = both_sides(1)
    chosen = truth.categories.ids.tolist()[1:]
    both = aligned(truth, found, categories=chosen)
    before = both.predicted_category.copy()
    give_up(both)
    assert both.predicted_category.tolist() == before.tolist()
    assert -1 in before.tolist()


def test_copies_hold_the_values() -> None:
    both = aligned(*both_sides(2))
    give_up(both)
    for other in (replace(both, unlisted_truths=9), copy.copy(both), pickle.loads(pickle.dumps(both))):
        give_up(other)
        for name in PLACES:
            assert type(getattr(Alignment, name).slot.__get__(other)) is np.ndarray
            assert np.array_equal(getattr(other, name), getattr(both, name))


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
@pytest.mark.parametrize("seed", range(4))
def test_an_evaluation_without_them_is_the_same(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    sides = both_sides(seed)
    plain = evaluate(*sides)
    monkeypatch.setattr(matching, "_NARROW_FROM", 0)
    given_up = evaluate(*sides)
    assert given_up.metrics == plain.metrics
    assert [str(each) for each in given_up.warnings] == [str(each) for each in plain.warnings]


@pytest.mark.parametrize("kind", [np.uint16, np.int32])
def test_ids_of_few_bytes_have_the_same_places(kind: type) -> None:
    truth, found = both_sides(3)
    narrow = replace(found, category=Ids(narrow_or_not(found.category.values.astype(kind))))
    one, other = aligned(truth, found), aligned(truth, narrow)
    assert one.predicted_category.tolist() == other.predicted_category.tolist()
    assert narrow.category.distinct().dtype == np.int64
    assert narrow.category.tolist() == found.category.tolist()


def test_groups_belong_to_columns_that_share_them() -> None:
    groups = RowGroups("rows")  # type: ignore[arg-type]

    def column(of: RowGroups | None) -> FoundAgain:
        return FoundAgain(None, lambda: np.arange(3), of)

    made = aligned(*both_sides(0))
    for held, expected in (
        ((column(groups), column(groups)), groups),
        ((column(groups), column(None)), None),
        ((column(groups), column(RowGroups("others"))), None),  # type: ignore[arg-type]
        ((np.arange(3), column(groups)), None),
        ((np.arange(3), np.arange(3)), None),
    ):
        changed = replace(made, **dict(zip(PLACES, held, strict=True)))
        assert groups_of(changed, *PLACES) is expected
    assert column(groups).read().tolist() == [0, 1, 2]
