from __future__ import annotations

import pytest

from truebox import formulas
from truebox.errors import ArgumentError
from truebox.losses.base_formula import base_formula


def test_names_are_formulas():
    assert base_formula("giou") is formulas.giou
    with pytest.raises(ArgumentError, match="base is 'nwd'; expected one of iou, giou"):
        base_formula("nwd")
