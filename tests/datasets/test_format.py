"""What a format offers."""

from __future__ import annotations

import dataclasses

import pytest

from truebox.datasets.format import Evidence, Format
from truebox.datasets.options import ReadOptions


def test_options_say_nothing_by_default():
    options = ReadOptions()
    said = {field.name: getattr(options, field.name) for field in dataclasses.fields(options)}
    assert said.pop("geometry") == "boxes"
    assert not said.pop("errors").lenient
    assert set(said.values()) == {None}


def test_two_options_do_not_share_their_errors():
    assert ReadOptions().errors is not ReadOptions().errors


def test_a_format_does_not_change():
    made = Format(name="x", title="X", recognise=lambda place, role: Evidence(1, "x"))
    with pytest.raises(dataclasses.FrozenInstanceError):
        made.name = "y"
