"""The register of codes is complete, sorted and stable in form."""

from __future__ import annotations

import dataclasses
import re

import pytest

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
