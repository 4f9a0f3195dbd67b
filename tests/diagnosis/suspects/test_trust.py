"""Trust is the rank of a score among what the detector got right."""

from __future__ import annotations

import pytest
from match_worlds import annotation, detection, result_of

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
