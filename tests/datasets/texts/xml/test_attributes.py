"""Attributes of an XML element, checked."""

from __future__ import annotations

import pytest

from truebox.datasets.texts.xml.attributes import XmlAttributes
from truebox.errors import InputError


@pytest.mark.parametrize("value", ["", "abc", "1,5", "nan", "inf", "1_000", "0x10"])
def test_only_finite_numbers_are_numbers(value):
    with pytest.raises(InputError, match=r"E-440 a.xml x"):
        XmlAttributes({"x": value}, "a.xml").number("x")


def test_values_and_defaults():
    given = XmlAttributes({"x": " 1.5 ", "n": "3", "f": "1", "p": "1,2;3,4", "t": ""}, "a.xml")
    assert (given.numbers("x", "n"), given.whole("n"), given.flag("f"), given.flag("g")) == (
        [1.5, 3],
        3,
        True,
        False,
    )
    assert (given.points("p"), given.text("t"), given.number("y", 2.0)) == ([1, 2, 3, 4], "", 2.0)


@pytest.mark.parametrize("value", ["-1", "1.5", "3000000000"])
def test_sizes_are_whole_numbers(value):
    with pytest.raises(InputError, match=r"E-440 a.xml n"):
        XmlAttributes({"n": value}, "a.xml").whole("n")


def test_what_is_missing_is_named():
    given = XmlAttributes({"p": "1,2;3"}, "a.xml box 1")
    with pytest.raises(InputError, match=r"E-441 a.xml box 1: label is missing"):
        given.text("label")
    with pytest.raises(InputError, match=r"E-440 a.xml box 1 p"):
        given.points("p")
