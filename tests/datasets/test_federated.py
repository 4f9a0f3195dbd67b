"""Objects and labels in the classes above and below theirs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from truebox.datasets import read_truth, with_ancestors
from truebox.records import Federation

TRUTH = read_truth(
    [
        {"boxes": [[1, 1, 4, 4], [0, 0, 9, 9]], "labels": ["a", "b"]},
        {"boxes": [[0, 0, 5, 5]], "labels": ["c"]},
    ]
)
"""Classes a, b, c in this order."""


def above(*parents: tuple[int, ...]):
    return replace(TRUTH, categories=replace(TRUTH.categories, parents=parents))


def named(truth) -> list[str]:
    names = dict(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))
    return [names[each] for each in truth.category.tolist()]


def test_each_class_above_once_by_whatever_way() -> None:
    found = with_ancestors(above((), (0,), (0, 1)))  # c is below a and b, and b below a
    assert [sorted(named(found)[rows]) for rows in (slice(1), slice(1, 3), slice(3, 6))] == [
        ["a"],
        ["a", "b"],
        ["a", "b", "c"],
    ]
    assert found.boxes[3:].tolist() == [[0.0, 0.0, 5.0, 5.0]] * 3
    assert found.ids.tolist() == [1, 2, 3, 4, 5, 6]
    assert [each.code for each in found.findings] == ["W-424"]
    assert with_ancestors(found) is found


def test_a_circle_ends() -> None:
    assert sorted(named(with_ancestors(above((1,), (0,), ())))) == sorted("abcba")


def test_what_is_there_is_so_above_and_what_is_not_below() -> None:
    stated = Federation(
        image=np.array([0, 1]), category=np.array([2, 0]), negative=np.array([False, True]), frequency=()
    )
    found = with_ancestors(replace(above((), (0,), (1,)), federation=stated)).federation
    rows = sorted(zip(found.image.tolist(), found.category.tolist(), found.negative.tolist(), strict=True))
    assert rows == [(0, 0, False), (0, 1, False), (0, 2, False), (1, 0, True), (1, 1, True), (1, 2, True)]
