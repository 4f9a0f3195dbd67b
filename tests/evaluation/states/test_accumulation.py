"""Native accumulation against its plain Python twin."""

from __future__ import annotations

import coco_worlds
import numpy as np
import pytest
from coco_records import prediction_records, truth_records
from coco_twin import curve, unpacked

from truebox.evaluation import accumulate, evaluate

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.mark.parametrize("seed", range(6))
def test_the_twin_agrees(seed: int) -> None:
    rng = np.random.default_rng(900 + seed)
    truth, detections = coco_worlds.world(rng, images=5, classes=2, detections=30)
    recalls = [np.linspace(0, 1, 101), [0.0, 0.5], [0.9, 0.1, 0.3]][seed % 3]
    state = evaluate(
        truth_records(truth),
        prediction_records(detections),
        recall_thresholds=recalls,
        iou_thresholds=[0.3, 0.6],
    ).state
    curves = accumulate(state, threads=2)
    matched, ignored = unpacked(state.matched, 4, 2), unpacked(state.ignored, 4, 2)
    for k, a, m, t in np.ndindex(len(state.truths), 4, 3, 2):
        count = int(state.truths[k, a])
        if count == 0:
            assert (curves.precision[t, :, k, a, m] == -1).all()
            assert curves.recall[t, k, a, m] == -1
            continue
        rows = (state.category == k) & (state.rank < state.parameters.max_detections[m])
        precision, scores, recall = curve(
            state.score[rows], matched[rows, a, t], ignored[rows, a, t], count, np.asarray(recalls)
        )
        assert curves.precision[t, :, k, a, m].tolist() == precision
        assert curves.scores[t, :, k, a, m].tolist() == scores
        assert curves.recall[t, k, a, m] == recall


def test_an_impossible_state_is_refused() -> None:
    truth, detections = coco_worlds.world(np.random.default_rng(1), irregular=False)
    state = evaluate(truth_records(truth), prediction_records(detections)).state
    assert state.matched.any()
    state.truths[state.truths > 0] = 1
    with pytest.raises(ValueError, match="more matches than truths"):
        accumulate(state)
