"""One thing noticed."""

from __future__ import annotations

from truebox.records import Finding


def test_a_finding_says_its_code_and_sentence():
    assert str(Finding("W-141", "2 boxes are flat", 2, (0, 4))) == "W-141 2 boxes are flat"
