"""Single values of panoptic annotations: what is taken, and the code of what is not."""

from __future__ import annotations

import pytest

from truebox.datasets.formats.panoptic import rows as values
from truebox.errors import InputError


def refusal(call, *arguments, **named):
    with pytest.raises(InputError) as caught:
        call(*arguments, **named)
    return caught.value.code


def test_lists_and_objects():
    assert values.rows({"annotations": [1]}, "annotations", "f") == [1]
    assert refusal(values.rows, {}, "annotations", "f") == "E-171"
    assert refusal(values.rows, {"annotations": {}}, "annotations", "f") == "E-171"
    assert values.mapping({"a": 1}, "f") == {"a": 1}
    assert refusal(values.mapping, [], "f") == "E-171"


@pytest.mark.parametrize("value", [0, -3, "a", "", 2**70])
def test_ids(value):
    assert values.identifier({"id": value}, "id", "f") == value


@pytest.mark.parametrize("value", [None, True, 1.0, [1]])
def test_what_is_no_id(value):
    assert refusal(values.identifier, {"id": value}, "id", "f") == "E-126"
    assert refusal(values.identifier, {}, "id", "f") == "E-125"


def test_one_kind_of_ids():
    values.check_one_kind([1, 2], "f")
    values.check_one_kind([], "f")
    assert refusal(values.check_one_kind, [1, "2"], "f") == "E-127"


@pytest.mark.parametrize("value", [0, -1, True, 1.0, "1", None, 2**32])
def test_what_is_no_segment_id(value):
    assert refusal(values.segment_id, {"id": value}, "f") == "E-177"
    assert values.segment_id({"id": 2**32 - 1}, "f") == 2**32 - 1


@pytest.mark.parametrize(("value", "area"), [(None, -1), (0, 0), (7, 7), (7.0, 7)])
def test_areas(value, area):
    assert values.segment_area({"area": value}, "f") == area


@pytest.mark.parametrize("value", [-1, 0.5, float("nan"), float("inf"), "7", True, 2**60])
def test_what_is_no_area(value):
    assert refusal(values.segment_area, {"area": value}, "f") == "E-128"


def test_flags():
    assert values.flag({}, "iscrowd", "f") is False
    assert values.flag({"iscrowd": 1}, "iscrowd", "f") is True
    assert refusal(values.flag, {"iscrowd": 2}, "iscrowd", "f") == "E-129"
    assert refusal(values.flag, {"iscrowd": None}, "iscrowd", "f") == "E-129"
    assert refusal(values.flag, {}, "isthing", "f", default=None) == "E-171"
