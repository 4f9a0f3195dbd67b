"""Shapes without a box are counted."""

from __future__ import annotations

from pathlib import Path

import pytest

import truebox as tb
from truebox.datasets.options import ReadOptions
from truebox.datasets.outgoing.left_out import LeftOut, refuse_keypoints, with_findings
from truebox.errors import InputError
from truebox.records import Finding


def test_nothing_left_out_says_nothing():
    assert LeftOut().findings() == ()


def test_one_shape_is_singular():
    out = LeftOut()
    out.note("line")
    assert out.findings()[0].message == "1 shape has no box and is left out: 1 of kind line"


def test_findings_are_added():
    found = tb.read_predictions([])
    assert with_findings(found) is found
    assert with_findings(found, Finding("W-440", "x")).findings[-1].message == "x"


def test_only_keypoints_are_refused():
    refuse_keypoints(ReadOptions(geometry="masks"), Path("a"), "LabelMe JSON")
    with pytest.raises(InputError, match="E-442 a: LabelMe JSON has no keypoints"):
        refuse_keypoints(ReadOptions(geometry="keypoints"), Path("a"), "LabelMe JSON")
