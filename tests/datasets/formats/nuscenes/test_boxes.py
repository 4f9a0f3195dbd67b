"""3-D boxes as columns, and what is wrong with some."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.datasets.formats.nuscenes.boxes import SampleBox, box_of, columns_of, problem_of
from truebox.errors import InputError

CAR = SampleBox("car", (10, 20, 1), (2, 4, 1.5), (1, 0, 0, 0))


def test_what_is_unknown() -> None:
    held = columns_of([CAR])
    assert np.isnan(held["velocity_x"]).all()
    assert np.isnan(held["ego_x"]).all()
    assert (held["points"].tolist(), held["attribute"].tolist()) == ([-1], [""])


def test_a_rack_is_a_truth_alone() -> None:
    rack = SampleBox("bicycle_rack", (0, 0, 0), (1, 1, 1), (1, 0, 0, 0), detection_score=0.5)
    assert problem_of(rack, "a", "row 0", "truth") is None
    problem = problem_of(rack, "a", "row 0", "predictions")
    assert problem is not None
    assert problem.code == "E-440"


def test_a_missing_field_is_named() -> None:
    with pytest.raises(InputError, match=r"E-441.*size"):
        box_of({"detection_name": "car", "translation": [0, 0, 0], "rotation": [1, 0, 0, 0]}, "row 0")
