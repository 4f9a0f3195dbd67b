"""What an angle means."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import ArgumentError
from truebox.overlap.pairs.rotation import as_rotation


def test_clockwise_on_an_image_is_counterclockwise_on_a_map():
    assert as_rotation("degrees", "clockwise") == as_rotation("degrees", "counterclockwise", y_down=False)
    assert as_rotation("degrees", "clockwise") != as_rotation("degrees", "counterclockwise")


def test_rows_in_radians():
    rows = np.array([[1, 2, 3, 4, 90.0], [1, 2, 3, 4, -3600 + 45]])
    turned = as_rotation("degrees", "clockwise").in_radians(rows)
    assert turned[:, 4] == pytest.approx([np.pi / 2, np.pi / 4], rel=1e-15)
    assert as_rotation("degrees", "counterclockwise").in_radians(rows)[0, 4] == -turned[0, 4]
    assert rows[0, 4] == 90
    assert as_rotation("radians", "clockwise").in_radians(turned).tolist() == turned.tolist()


@pytest.mark.parametrize(
    ("unit", "direction"), [("degree", "clockwise"), ("radians", "cw"), (None, "clockwise")]
)
def test_other_words(unit, direction):
    with pytest.raises(ArgumentError, match="expected '"):
        as_rotation(unit, direction)
