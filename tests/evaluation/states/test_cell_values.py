"""Values of images and classes: chosen, moved and joined."""

from __future__ import annotations

import numpy as np

from truebox.evaluation.states.cell_values import CellValues


def cells(rows: list[tuple[int, int, float]]) -> CellValues:
    category, image, value = zip(*rows, strict=True)
    return CellValues(
        category=np.array(category, np.int32),
        image=np.array(image, np.int32),
        values=np.array(value)[:, None],
    )


def listed(held: CellValues) -> list[tuple[int, int, float]]:
    return list(zip(held.category.tolist(), held.image.tolist(), held.values[:, 0].tolist(), strict=True))


HELD = cells([(0, 1, 0.1), (0, 4, 0.2), (2, 0, 0.3)])


def test_one_class() -> None:
    image, values = HELD.of(0)
    assert (image.tolist(), values.tolist()) == ([1, 4], [[0.1], [0.2]])
    assert len(HELD.of(1)[0]) == 0


def test_classes_are_numbered_in_the_order_given() -> None:
    chosen = HELD.of_classes(np.array([2, 1, 0]))
    assert listed(chosen) == [(0, 0, 0.3), (2, 1, 0.1), (2, 4, 0.2)]
    assert listed(HELD.of_classes(np.array([], dtype=np.int64))) == []


def test_joined_stand_by_class_and_image() -> None:
    other = cells([(0, 2, 0.4), (1, 0, 0.5)])
    both = HELD.joined(other)
    assert listed(both) == [(0, 1, 0.1), (0, 2, 0.4), (0, 4, 0.2), (1, 0, 0.5), (2, 0, 0.3)]
