"""One region of VIA."""

from __future__ import annotations

import pytest

from truebox.datasets.formats.via.regions import class_attribute, class_of
from truebox.errors import InputError


@pytest.mark.parametrize(
    ("regions", "name"),
    [
        ([], None),
        ([{}], None),
        ([{"anything": "cat"}], "anything"),
        ([{"Class Name": "cat", "note": ""}], "Class Name"),
    ],
)
def test_the_class_is_the_only_attribute_or_the_one_called_so(regions, name):
    assert class_attribute(regions, None, "via.json") == name


def test_two_attributes_called_so_are_asked_for():
    with pytest.raises(InputError, match=r"E-443 .*'label': 'type'} or columns="):
        class_attribute([{"type": "a", "name": "b"}], None, "via.json")


@pytest.mark.parametrize("value", [None, "", " ", True, {}, {"cat": False}, ["cat"]])
def test_a_region_without_a_class_is_refused(value):
    with pytest.raises(InputError, match="E-424"):
        class_of({"type": value}, "type", "via.json")


def test_numbers_are_texts():
    assert class_of({"type": 3}, "type", "via.json") == "3"
