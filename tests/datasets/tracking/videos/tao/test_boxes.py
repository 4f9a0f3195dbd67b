"""The box of an entry."""

from __future__ import annotations

import pytest

from truebox.datasets.texts.json_object import JsonObject
from truebox.datasets.tracking.videos.tao.boxes import tao_box
from truebox.errors import InputError


def test_a_box_without_area_is_one():
    assert tao_box(JsonObject({"bbox": [1.5, 2, 0, 4]}, "x")) == [1.5, 2.0, 0.0, 4.0]


@pytest.mark.parametrize("value", [None, [1, 2, 3, "4"], {}, [1, 2, 3, float("inf")]])
def test_other_values(value):
    with pytest.raises(InputError, match=r"E-44[01] x"):
        tao_box(JsonObject({"bbox": value}, "x"))
