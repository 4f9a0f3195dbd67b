"""Means of cells are to the last bit those that NumPy gives of the same numbers in one row."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from truebox.evaluation.states.accumulation import Curves
from truebox.evaluation.states.cell_means import OtherRecalls, TablePlace, mean_at, means_at

SHAPES = [
    (1, 1, 1, 1, 1),
    (1, 7, 1, 1, 1),
    (1, 8, 1, 1, 1),
    (3, 5, 2, 2, 2),
    (10, 101, 3, 4, 3),
    (2, 129, 5, 1, 1),
    (10, 101, 80, 1, 1),
    (1, 101, 300, 1, 2),
]
"""Thresholds, recalls, classes, area ranges, caps."""


def made_curves(shape: tuple[int, ...], seed: int, *, more: int = 0) -> Curves:
    """As an accumulation lays them out: class by class."""
    rng = np.random.default_rng(seed)
    t, r, k, a, m = shape
    precision, other = rng.random((k, a, m, t, r)), rng.random((k, a, m, t, more))
    return Curves(
        precision=precision.transpose(3, 4, 0, 1, 2),
        recall=rng.random((k, a, m, t)).transpose(3, 0, 1, 2),
        scores=None,
        more_precision=other.transpose(3, 4, 0, 1, 2),
        ties=np.zeros(k, dtype=np.uint8),
    )


def chosen(shape: tuple[int, ...], seed: int) -> tuple[TablePlace, np.ndarray]:
    rng = np.random.default_rng(seed)
    t, _, k, a, m = shape
    thresholds = np.sort(rng.choice(t, rng.integers(1, t + 1), replace=False))
    caps = np.sort(rng.choice(m, rng.integers(1, m + 1), replace=False))
    classes = np.sort(rng.choice(k, rng.integers(1, k + 1), replace=False))
    return TablePlace(int(rng.integers(a)), caps, thresholds), classes


def rows(table: np.ndarray, place: TablePlace, classes: np.ndarray) -> np.ndarray:
    """The cells [T, R, K, M] of a table [T, R, K, A, M]."""
    part: np.ndarray = table[..., place.area, :][..., place.caps][place.thresholds][:, :, classes]
    return part


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("precise", [False, True])
def test_means_are_those_of_numpy(shape: tuple[int, ...], seed: int, precise: bool) -> None:
    curves = made_curves(shape, seed)
    place, classes = chosen(shape, seed)
    cells = rows(curves.precision if precise else curves.recall[:, None], place, classes)
    assert mean_at(curves, place, classes, precise=precise) == float(np.mean(cells.reshape(-1)))
    of_each = np.ascontiguousarray(np.moveaxis(cells, 2, 0)).reshape(len(classes), -1).mean(axis=1)
    assert means_at(curves, place, classes, precise=precise).tolist() == of_each.tolist()


@pytest.mark.parametrize("layout", ["C", "F", "strided"])
def test_tables_may_lie_anywhere(layout: str) -> None:
    shape = (10, 101, 7, 4, 3)
    made, (place, classes) = made_curves(shape, 0), chosen(shape, 0)
    kinds: dict[str, Any] = {
        "C": np.ascontiguousarray,
        "F": np.asfortranarray,
        "strided": lambda table: np.repeat(table, 2, axis=2)[:, :, ::2],
    }
    moved = SimpleNamespace(averaged=kinds[layout](made.precision), recall=made.recall)
    asked = {"precise": True}
    assert mean_at(moved, place, classes, **asked) == mean_at(made, place, classes, **asked)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(5))
def test_other_recalls_stand_in_the_table(seed: int) -> None:
    shape, recalls = (10, 101, 6, 4, 3), np.array([3, 29, 57, 58, 100])
    curves, (place, classes) = made_curves(shape, seed, more=len(recalls)), chosen(shape, seed)
    table = np.ascontiguousarray(curves.precision)
    table[:, recalls] = curves.more_precision
    expected = float(np.mean(rows(table, place, classes).reshape(-1)))
    others = OtherRecalls(curves, recalls)
    assert mean_at(others, place, classes, precise=True) == expected
    assert mean_at(curves, place, classes, precise=True) != expected
    assert mean_at(others, place, classes, precise=False) == mean_at(curves, place, classes, precise=False)
    of_each = np.ascontiguousarray(np.moveaxis(rows(table, place, classes), 2, 0))
    means = of_each.reshape(len(classes), -1).mean(axis=1)
    assert means_at(others, place, classes, precise=True).tolist() == means.tolist()
    recalls_alone = means_at(curves, place, classes, precise=False)
    assert means_at(others, place, classes, precise=False).tolist() == recalls_alone.tolist()


def test_of_nothing_there_is_no_mean() -> None:
    curves = made_curves((2, 3, 4, 1, 1), 0)
    place = TablePlace(0, np.array([0]), np.arange(2))
    assert math.isnan(mean_at(curves, place, np.empty(0, dtype=np.int64), precise=True))
    assert means_at(curves, place, np.empty(0, dtype=np.int64), precise=True).tolist() == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"classes": np.array([4])},
        {"classes": np.array([-1])},
        {"place": TablePlace(1, np.array([0]), np.arange(2))},
        {"place": TablePlace(0, np.array([1]), np.arange(2))},
        {"place": TablePlace(0, np.array([0]), np.array([2]))},
    ],
)
def test_nothing_is_read_beside_the_table(wrong: dict[str, Any]) -> None:
    asked = {"place": TablePlace(0, np.array([0]), np.arange(2)), "classes": np.array([0])} | wrong
    with pytest.raises(ValueError, match="no such place"):
        mean_at(made_curves((2, 3, 4, 1, 1), 0), precise=True, **asked)
