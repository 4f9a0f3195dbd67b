"""The register of codes is complete, sorted and stable in form."""

from __future__ import annotations

import dataclasses
import re
from importlib import import_module
from pkgutil import iter_modules

import pytest

from truebox import codes
from truebox.codes import CODES, Code


def test_codes_are_sorted_and_well_formed():
    assert list(CODES) == sorted(CODES)
    for code, entry in CODES.items():
        assert re.fullmatch(r"[EW]-[1-5]\d\d", code)
        assert entry.code == code


def test_every_entry_explains_itself_and_says_what_to_do():
    for entry in CODES.values():
        assert entry.title.strip()
        assert entry.meaning.endswith("."), entry
        assert entry.fix.endswith("."), entry


def test_no_two_codes_share_a_title():
    titles = [entry.title for entry in CODES.values()]
    assert len(titles) == len(set(titles))


def test_an_entry_cannot_be_changed():
    entry = Code("E-101", "no such file", "It is not there.", "Check the path.")
    with pytest.raises(dataclasses.FrozenInstanceError):
        entry.title = "another"


def test_every_entry_has_a_short_example():
    for entry in CODES.values():
        lines = entry.example.splitlines()
        assert 1 <= len(lines) <= 3, entry
        assert all(0 < len(line.rstrip()) <= 110 for line in lines), entry


def test_no_two_codes_share_an_example():
    examples = [entry.example for entry in CODES.values()]
    assert len(examples) == len(set(examples))


def test_the_number_of_a_code_tells_its_module():
    """By the table in the words of the room; a row names tens of numbers, or one number."""
    listed = re.findall(r"^(\d\S*(?:(?: to|,) \d\S*)?) +``(\w+)``", codes.__doc__, re.MULTILINE)
    assert {module for _, module in listed} == {each.name for each in iter_modules(codes.__path__)} - {"code"}
    tens: dict[str, str] = {}
    for numbers, module in listed:
        first, dash, last = numbers.replace(",", " ,").partition(" to ")
        parts = [part.strip("x") for part in first.split(" , ")]
        if dash:
            parts = [str(ten) for ten in range(int(first[:2]), int(last[:2]) + 1)]
        tens |= dict.fromkeys(parts, module)
    for each in iter_modules(codes.__path__):
        for entry in getattr(import_module(f"truebox.codes.{each.name}"), "CODES_HERE", ()):
            number = entry.code[2:]
            assert tens.get(number, tens.get(number[:2])) == each.name, entry.code
