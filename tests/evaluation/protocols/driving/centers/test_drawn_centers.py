"""nuScenes' numbers of draws, by hand; against repeated rows in `test_drawn_outcomes`."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb
from truebox.diagnosis.certainty.replicates import Resampling

BOX = {
    "translation": [0, 0, 0],
    "size": [2, 4, 2],
    "rotation": [1, 0, 0, 0],
    "velocity": [1, 0],
    "detection_name": "car",
    "attribute_name": "vehicle.moving",
}


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_a_sample_that_is_not_drawn_takes_its_misses_with_it() -> None:
    """One car found exactly, one missed; of the first sample alone everything is perfect."""
    truth = {"meta": {}, "results": {"s0": [BOX], "s1": [BOX]}}
    found = {"meta": {}, "results": {"s0": [BOX | {"detection_score": 0.5}], "s1": []}}
    result = tb.evaluate(truth, found, protocol="nuscenes", mode="corrected")
    drawn = Resampling(result).weighed(np.array([[2, 0], [0, 2]], dtype=np.uint8)).metrics
    assert [drawn[key][0] for key in ("AP", "NDS", "ATE")] == pytest.approx([1, 1, 0])
    assert [drawn[key][1] for key in ("AP", "NDS", "ATE")] == pytest.approx([0, 0, 1])
