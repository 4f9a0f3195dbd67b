"""A protocol of tracks of your own."""

from __future__ import annotations

import numpy as np

from truebox.evaluation import TrackProtocol, evaluate_tracks
from truebox.evaluation.tracks.protocol import COUNTS, Selected


def test_a_protocol_of_your_own():
    """Only boxes that are higher than wide count."""

    def select(truth, predictions, number, mode):
        high = truth.boxes[:, 3] > truth.boxes[:, 2]
        return Selected(
            truth_role=high.astype(np.uint8) * np.uint8(COUNTS),
            prediction_role=np.zeros(len(predictions), dtype=np.uint8),
        )

    own = TrackProtocol(
        name="high", title="High boxes", classes=lambda truth, found: [(0, "high")], select=select
    )
    side = {"frames": [0, 0], "ids": [1, 2], "boxes": [[0, 0, 5, 10], [50, 0, 10, 5]]}
    result = evaluate_tracks(side, side, protocol=own)
    assert (result.truths, result.detections, result.metrics["MOTA"]) == (1, 2, 0)
    assert result.per_class[0].name == "high"
