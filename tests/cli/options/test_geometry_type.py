"""Several geometries in one option."""

from __future__ import annotations

import click
import pytest

from truebox.cli.options.geometry import GEOMETRIES
from truebox.cli.options.geometry_type import Geometries

KIND = Geometries(list(GEOMETRIES))


def test_names_are_taken_once_and_in_order():
    assert KIND.convert("masks, boxes,masks", None, None) == "masks,boxes"
    assert KIND.convert("keypoints", None, None) == "keypoints"


def test_an_unknown_one_is_refused_by_name():
    with pytest.raises(click.BadParameter, match="'circles' is not one of"):
        KIND.convert("boxes,circles", None, None)
