"""What boxes in space cover on the ground."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.datasets.columns.ground_boxes import ground_boxes


def test_a_quarter_turn_swaps_length_and_width() -> None:
    half = 0.5**0.5
    columns = {"x_3d": [10, 10], "y_3d": [20, 20], "width_3d": [2, 2], "length_3d": [4, 4]}
    columns |= {"rotation_w": [1, half], "rotation_x": [0, 0], "rotation_y": [0, 0], "rotation_z": [0, half]}
    found = ground_boxes({name: np.array(values) for name, values in columns.items()})
    assert found == pytest.approx(np.array([[8, 19, 4, 2], [9, 18, 2, 4]], dtype=float))
