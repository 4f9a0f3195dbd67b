"""What a person said about a source."""

from __future__ import annotations

import dataclasses

from truebox.datasets.options import ReadOptions


def test_options_say_nothing_by_default():
    options = ReadOptions()
    said = {field.name: getattr(options, field.name) for field in dataclasses.fields(options)}
    assert said.pop("geometry") == "boxes"
    assert not said.pop("errors").lenient
    assert said.pop("single_class") is False
    assert set(said.values()) == {None}


def test_two_options_do_not_share_their_errors():
    assert ReadOptions().errors is not ReadOptions().errors
