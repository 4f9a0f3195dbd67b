from __future__ import annotations

import numpy as np
import pytest

from truebox.integrations.pycocotools.content.choosing import (
    entries_by_id,
    ids_of_chosen,
    is_array_like,
    several_of,
)

_ROWS = [
    {"id": 9, "category_id": 1, "area": 25, "iscrowd": 0},
    {"id": 4, "category_id": 2, "area": 36, "iscrowd": 1},
    {"id": 7, "category_id": 1, "area": 49, "iscrowd": 0},
]


@pytest.mark.parametrize(
    ("categories", "area_range", "crowd", "expected"),
    [
        ([], [], None, [9, 4, 7]),
        ([1], [], None, [9, 7]),
        (np.array([2]), [], None, [4]),
        ([[1]], [], None, []),  # members that cannot be hashed are compared one by one
        ([], (25, 49), None, [4]),  # both bounds are outside
        ([], [], True, [4]),
        ([], [], 0, [9, 7]),
        ([1], (30, 99), False, [7]),
    ],
    ids=range(8),
)
def test_rows_that_pass_every_filter_are_chosen_in_their_order(categories, area_range, crowd, expected):
    assert ids_of_chosen(_ROWS, categories, area_range, crowd) == expected
    assert ids_of_chosen(iter(_ROWS), categories, area_range, crowd) == expected


def test_a_key_is_needed_only_by_who_asks_for_it():
    bare = [{"id": 3}]
    assert ids_of_chosen(bare, [], [], None) == [3]
    for filters in (([1], [], None), ([], (0, 9), None), ([], [], False)):
        with pytest.raises(KeyError):
            ids_of_chosen(bare, *filters)


@pytest.mark.parametrize("several", [[], (1, 2), {1}, "ab", np.zeros(3), {1: 2}.keys()])
def test_what_has_members_stays_as_it_is(several):
    assert is_array_like(several)
    assert several_of(several) is several


@pytest.mark.parametrize("one", [1, 1.5, None, iter([1])])
def test_anything_else_is_the_only_member(one):
    assert not is_array_like(one)
    assert several_of(one)[0] is one


def test_entries_are_those_of_several_ids_or_of_one_int():
    table = {1: "cat", 2: "dog"}
    assert entries_by_id(table, np.array([2, 1])) == ["dog", "cat"]
    assert entries_by_id(table, 2) == ["dog"]
    assert entries_by_id(table, np.int64(2)) is None  # as of the reference, which asks for an int
    with pytest.raises(KeyError):
        entries_by_id(table, [3])
