"""What a format offers."""

from __future__ import annotations

import dataclasses

import pytest

from truebox.datasets.format import Evidence, Format


def test_a_format_does_not_change():
    made = Format(name="x", title="X", recognise=lambda place, role: Evidence(1, "x"))
    with pytest.raises(dataclasses.FrozenInstanceError):
        made.name = "y"
