"""Values of a JSON object, checked."""

from __future__ import annotations

import pytest

from truebox.datasets.texts.json_object import JsonObject
from truebox.errors import InputError


@pytest.mark.parametrize("value", [True, "3", None, [3], float("nan"), 10**400])
def test_only_finite_numbers_are_numbers(value):
    with pytest.raises(InputError, match=r"E-44[01] a\.json"):
        JsonObject({"x": value}, "a.json").number("x")


@pytest.mark.parametrize(
    ("value", "fine"), [(3, True), (3.0, True), (3.5, False), (-1, False), (2**31, False)]
)
def test_sizes_are_whole_numbers(value, fine):
    held = JsonObject({"width": value}, "a.json")
    if fine:
        assert held.whole("width") == 3
    else:
        with pytest.raises(InputError, match=r"E-440 a.json width"):
            held.whole("width")


def test_defaults_stand_for_what_is_missing():
    held = JsonObject({"a": None}, "a.json")
    assert (held.number("a", 2.0), held.text("a", "x"), held.whole("b", 1), held.flag("c")) == (
        2.0,
        "x",
        1,
        False,
    )
    assert (held.listed("d", optional=True), list(held.objects("e", optional=True))) == ([], [])


def test_places_lead_to_the_value():
    held = JsonObject({"shapes": [{"points": [[1, 2], [3, "4"]]}]}, "a.json")
    shape = next(held.objects("shapes"))
    with pytest.raises(InputError, match=r"E-440 a.json shapes\[0\] points: a list of 2 among the points"):
        shape.points("points")
    assert JsonObject({"p": [[1, 2], [3, 4]]}, "a").points("p") == [1, 2, 3, 4]
