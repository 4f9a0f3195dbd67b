"""Every geometry has a reader; an unknown one is named."""

from __future__ import annotations

from typing import get_args

import pytest

from truebox.datasets.formats.coco.readers import reader_of
from truebox.errors import ArgumentError
from truebox.typing import Geometry


def test_every_geometry_has_a_reader() -> None:
    assert {geometry for geometry in get_args(Geometry) if reader_of(geometry)} == set(get_args(Geometry))


def test_an_unknown_geometry_is_named() -> None:
    with pytest.raises(ArgumentError, match=r"'mask' is unknown.*'masks'"):
        reader_of("mask")
