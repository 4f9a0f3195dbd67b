"""Ids to indices: tables, places, subsets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import coco_worlds
import numpy as np
import pytest
from coco_records import ids_column, prediction_records, truth_records
from hypothesis import given
from hypothesis import strategies as st

from truebox.errors import ArgumentError, InputError
from truebox.evaluation.matching.matching import match
from truebox.evaluation.states.alignment import align, positions, rows_by_cell, sorted_table
from truebox.evaluation.states.parameters import coco_parameters
from truebox.evaluation.states.quirks import Quirk
from truebox.records import Ids

NUMBERS = st.lists(st.one_of(st.integers(-(2**63), 2**63 - 1), st.integers(0, 50)), min_size=1, max_size=60)


@given(ids=NUMBERS, known=NUMBERS, threads=st.sampled_from([1, 3]))
def test_positions_of_numbers(ids: list[int], known: list[int], threads: int) -> None:
    table = sorted_table(ids_column(known))
    place = {value: row for row, value in enumerate(sorted(set(known)))}
    found, seen = positions(ids_column(ids), table, threads)
    assert found.tolist() == [place.get(value, -1) for value in ids]
    assert seen.tolist() == [int(value in ids) for value in place]


@given(ids=st.lists(st.text(max_size=3), min_size=1), known=st.lists(st.text(max_size=3), min_size=1))
def test_positions_of_texts(ids: list[str], known: list[str]) -> None:
    table = sorted_table(ids_column(known))
    place = {value: row for row, value in enumerate(sorted(set(known)))}
    found, seen = positions(ids_column(ids), table, 1)
    assert found.tolist() == [place.get(value, -1) for value in ids]
    assert seen.tolist() == [int(value in ids) for value in place]


def test_numbers_are_not_texts() -> None:
    found, seen = positions(ids_column([1, 2]), sorted_table(ids_column(["1", "2"])), 1)
    assert found.tolist() == [-1, -1]
    assert seen.tolist() == [0, 0]


def test_many_rows_on_several_threads() -> None:
    rng = np.random.default_rng(0)
    table = Ids(np.unique(rng.integers(-(10**15), 10**15, 5000)))
    ids = rng.choice(np.concatenate([table.values, table.values[:100] + 1]), 300_000)
    found, _ = positions(Ids(ids), table, 4)
    expected = np.searchsorted(table.values, ids).clip(max=len(table) - 1)
    assert np.array_equal(found, np.where(table.values[expected] == ids, expected, -1))


def records() -> tuple:
    truth = {
        "images": [{"id": 30}, {"id": 10}, {"id": 20}],
        "categories": [{"id": 7, "name": "cat"}, {"id": 3, "name": "dog"}],
        "annotations": [
            {"id": 1, "image_id": 10, "category_id": 7, "bbox": [0.0, 0, 1, 1]},
            {"id": 2, "image_id": 99, "category_id": 7, "bbox": [0.0, 0, 1, 1]},
        ],
    }
    found = [
        {"image_id": image, "category_id": 3, "bbox": [0.0, 0, 1, 1], "score": 0.5} for image in (30, 10)
    ]
    return truth_records(truth), prediction_records(found)


def test_sorted_indices() -> None:
    aligned = align(*records(), images=None, categories=None, class_agnostic=False, threads=1)
    assert aligned.images.values.tolist() == [10, 20, 30]
    assert aligned.categories.values.tolist() == [3, 7]
    assert aligned.category_names == ("dog", "cat")
    assert aligned.predicted_image.tolist() == [2, 0]
    assert aligned.predicted_category.tolist() == [0, 0]
    assert aligned.true_image.tolist() == [0, -1]
    assert aligned.true_category.tolist() == [1, 1]
    assert aligned.images_without_predictions == 1
    assert aligned.unlisted_truths == 1


def test_subsets_leave_rows_out() -> None:
    aligned = align(*records(), images=[30, 20], categories=["cat"], class_agnostic=False, threads=1)
    assert aligned.images.values.tolist() == [20, 30]
    assert aligned.predicted_image.tolist() == [1, -1]
    assert aligned.predicted_category.tolist() == [-1, -1]
    assert aligned.true_category.tolist() == [0, 0]
    assert aligned.images_without_predictions == 1


@pytest.mark.parametrize("given", [[True], [[10]], [None], [10, 11], [b"10"]])
def test_what_is_no_id_of_the_truth_is_named(given: list) -> None:
    with pytest.raises(ArgumentError, match="images: the truth does not list"):
        align(*records(), images=given, categories=None, class_agnostic=False, threads=1)


@pytest.mark.parametrize("given", [10, "10", np.array(10), np.array([[10]])])
def test_what_is_no_list_of_ids_is_refused(given: object) -> None:
    with pytest.raises(ArgumentError, match="images: expected a list of ids"):
        align(*records(), images=given, categories=None, class_agnostic=False, threads=1)


def test_class_list_keeps_its_order_without_classes() -> None:
    aligned = align(*records(), images=None, categories=[7, 3], class_agnostic=True, threads=1)
    assert aligned.categories.values.tolist() == [7, 3]
    assert aligned.predicted_category.tolist() == [1, 1]
    with pytest.raises(ArgumentError, match="listed twice"):
        align(*records(), images=None, categories=[7, "cat"], class_agnostic=True, threads=1)


@pytest.mark.parametrize("known", [[5, 3, 9], [1, 1]])
def test_a_table_in_another_order_is_refused(known: list[int]) -> None:
    with pytest.raises(ArgumentError, match="not distinct and ascending"):
        positions(ids_column([3]), Ids(np.array(known, dtype=np.int64)), 1)


def test_places_of_texts_and_which_occur() -> None:
    table = sorted_table(ids_column(["b", "a", "d", "c"]))
    found, seen = positions(ids_column(["a", "x", "c", "a"]), table, 1)
    assert found.tolist() == [0, -1, 2, 0]
    assert seen.tolist() == [1, 0, 1, 0]
    found, seen = positions(Ids(np.array([1, 1]), ("unused a", "b", "a")), table, 1)
    assert (found.tolist(), seen.tolist()) == ([1, 1], [0, 1, 0, 0])


ASKED: dict[str, Any] = {"images": None, "categories": None, "class_agnostic": False, "threads": 2}


def in_order() -> tuple:
    """The same where the detections come image by image."""
    truth, found = records()
    return truth, replace(found, image=Ids(found.image.values[::-1].copy()))


@pytest.mark.parametrize("seed", range(10))
def test_grouped_rows_are_matched_as_their_places_would_be(seed: int) -> None:
    truth, detections = coco_worlds.world(np.random.default_rng(seed), images=30, classes=5)
    sides = truth_records(truth), prediction_records(sorted(detections, key=lambda each: each["image_id"]))
    parameters = coco_parameters()
    plain, grouped = align(*sides, **ASKED), align(*sides, **ASKED, grouped=True)
    once, again, expected = (
        match(*sides, aligned, parameters, mended=Quirk.NONE, threads=1)
        for aligned in (grouped, grouped, plain)
    )
    for found in (once, again):
        for name in ("row", "image", "category", "rank", "score", "matched", "ignored", "truths"):
            assert np.array_equal(getattr(found.state, name), getattr(expected.state, name))
        assert found.detections.tolist() == expected.detections.tolist()
        assert found.truth_images.tolist() == expected.truth_images.tolist()
        assert found.cut == expected.cut
    assert grouped.predicted_image.tolist() == plain.predicted_image.tolist()
    assert grouped.predicted_category.tolist() == plain.predicted_category.tolist()
    assert grouped.images_without_predictions == plain.images_without_predictions
    assert grouped.first_without_predictions == plain.first_without_predictions


def test_rows_are_grouped_once_and_for_this_alignment_alone() -> None:
    aligned = align(*in_order(), **ASKED, grouped=True)
    moved = replace(aligned, predicted_image=aligned.predicted_image[::-1].copy())
    assert rows_by_cell(moved) is None
    assert rows_by_cell(aligned) is not None
    assert rows_by_cell(aligned) is None


def test_rows_in_another_order_are_not_grouped() -> None:
    aligned = align(*records(), **ASKED, grouped=True)
    assert rows_by_cell(aligned) is None
    assert aligned.predicted_image.tolist() == [2, 0]


@pytest.mark.parametrize("chosen", [{"images": [30]}, {"categories": [7]}, {"class_agnostic": True}])
def test_of_a_subset_nothing_is_grouped(chosen: dict) -> None:
    assert rows_by_cell(align(*in_order(), **ASKED | chosen, grouped=True)) is None


@pytest.mark.parametrize(("column", "code"), [("image", "E-130"), ("category", "E-131")])
def test_grouped_or_not_the_unlisted_is_refused(column: str, code: str) -> None:
    truth, found = in_order()
    unlisted = replace(found, **{column: Ids(np.array([3, 1000]))})
    with pytest.raises(InputError, match=code):
        align(truth, unlisted, **ASKED, grouped=True)
