"""The raw output of a network is refused, with what to call."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import truebox as tb
from truebox.errors import InputError

BOXES, LOGITS = np.zeros((1, 100, 4)), np.zeros((1, 100, 92))


@pytest.mark.parametrize(
    "output",
    [
        {"pred_boxes": BOXES, "pred_logits": LOGITS},
        [{"pred_boxes": BOXES, "pred_logits": LOGITS}],
        SimpleNamespace(pred_boxes=BOXES, logits=LOGITS),
    ],
)
def test_raw_outputs_are_refused(output):
    with pytest.raises(InputError, match=r"E-452 .*post_process_object_detection"):
        tb.read_predictions(output)


def test_post_processed_ones_are_read():
    # What transformers' post_process_object_detection returns: scores, labels, corners in pixels.
    done = {"scores": np.array([0.5]), "labels": np.array([17]), "boxes": np.array([[10.0, 20, 30, 60]])}
    assert tb.read_predictions([done]).boxes.tolist() == [[10, 20, 20, 40]]
