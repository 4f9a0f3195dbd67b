"""Trust is the rank of a score among what the detector got right."""

from __future__ import annotations

import numpy as np
import pytest
from match_worlds import annotation, detection, result_of

from truebox._native import diagnosis as native
from truebox.diagnosis.suspects.trust import trust

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

BOXES = [(10.0 + 60 * i, 10.0, 40.0, 40.0) for i in range(4)]


def test_any_rising_scale_of_scores_gives_the_same() -> None:
    truths = [annotation(1, 1, box) for box in BOXES]
    far = (10.0, 200.0, 40.0, 40.0)
    for scale in (1.0, 0.01):
        found = [
            detection(1, 1, box, scale * score)
            for box, score in zip(BOXES, (0.2, 0.4, 0.6, 0.8), strict=True)
        ]
        found += [detection(1, 1, far, scale * 0.5), detection(1, 2, far, scale * 0.9)]
        table = result_of(truths, found).matches
        by_row = dict(zip(table.detections.row.tolist(), trust(table).tolist(), strict=True))
        assert by_row == {0: 0.25, 1: 0.5, 2: 0.75, 3: 1.0, 4: 0.5, 5: 1.0}


def test_a_detector_that_is_never_right_is_not_trusted() -> None:
    table = result_of([annotation(1, 1, BOXES[0])], [detection(1, 1, BOXES[3], 0.9)]).matches
    assert trust(table).tolist() == [0.0]


def test_counting_goes_by_halves() -> None:
    random = np.random.default_rng(4)
    for length in (0, 1, 2, 3, 7, 64, 1000):
        for count in (0, 1, 8, 13, 40_000):
            # Few distinct numbers, so that many are equal, and both zeros.
            known = np.sort(random.integers(-50, 50, length) / 7)
            values = np.concatenate([random.integers(-60, 60, count) / 7, [-0.0, 0.0]])
            found = np.empty(len(values), dtype=np.int64)
            native.count_not_above(known, values, found, 2)
            assert np.array_equal(found, (known[:, None] <= values).sum(axis=0))
