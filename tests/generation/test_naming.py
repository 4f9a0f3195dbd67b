"""Id columns."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.generation.chance import Chance
from truebox.generation.naming import ID_STYLES, make_ids, pick_ids, strings_from


@pytest.mark.parametrize("style", ID_STYLES)
def test_ids_are_distinct(style: str) -> None:
    ids = make_ids(50, style, "image", Chance(3))
    assert len({ids[row] for row in range(50)}) == 50


@pytest.mark.parametrize("style", ID_STYLES)
def test_picked_ids_are_those_at_the_rows(style: str) -> None:
    ids = make_ids(6, style, "image", Chance(3))
    rows = np.array([4, 4, 1, 5, 1])
    picked = pick_ids(ids, rows)
    assert [picked[row] for row in range(5)] == [ids[row] for row in rows.tolist()]


def test_picked_names_are_in_order_of_appearance() -> None:
    ids = make_ids(6, "strings", "image", Chance(3))
    picked = pick_ids(ids, np.array([4, 1, 4, 5]))
    assert picked.names == (ids[4], ids[1], ids[5])
    assert picked.values.tolist() == [0, 1, 0, 2]


def test_strings_pack_any_text() -> None:
    assert list(strings_from(["a", "", "Würfel"])) == ["a", "", "Würfel"]
    assert len(strings_from([])) == 0
