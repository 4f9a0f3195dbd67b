"""What tools make of keypoints, by hand: two points, of which the second is not labelled."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from truebox.errors import ArgumentError
from truebox.evaluation import Rules, by_rules, evaluate
from truebox.evaluation.protocols.mixed.changed_points import sigmas_by_rules

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

SIGMAS = [0.1, 0.2]


def recall(true: list[float], got: list[float], oks: float, *, labelled: int = 1, **rules: Any) -> float:
    """1 where the similarity reaches `oks`."""
    truth = {
        "images": [{"id": 1, "width": 500, "height": 375}],
        "categories": [{"id": 1, "name": "person"}],
        "annotations": [
            {
                **{"id": 1, "image_id": 1, "category_id": 1, "iscrowd": 0, "area": 100.0},
                **{"bbox": [100.0, 100, 20, 20], "keypoints": true, "num_keypoints": labelled},
            }
        ],
    }
    found = [{"image_id": 1, "category_id": 1, "keypoints": got, "score": 0.9}]
    protocol = by_rules("m", "M", "", Rules(**rules), iou=(oks,), geometry="keypoints", sigmas=SIGMAS)
    metrics = evaluate(truth, found, protocol=protocol, geometry="keypoints", fit_test=False).metrics
    return float("nan") if metrics["AR"] is None else float(metrics["AR"])


TRUE = [110.0, 110, 2, 0, 0, 0]
OFF = [111.0, 110, 1, 50, 50, 1]
"""One pixel off: a similarity of exp(-1 / (4 * 0.01) / 100 / 2) = exp(-1/8) = .8825."""


@pytest.mark.parametrize(
    ("rules", "wanted"),
    [
        ({}, np.exp(-1 / 8)),
        ({"sigmas": "half"}, np.exp(-1 / 2)),
        ({"sigmas": "root of half"}, np.exp(-1 / 4)),
        ({"sigmas": "even"}, np.exp(-1 / 200)),
        ({"areas": "of boxes"}, np.exp(-1 / 32)),
        ({"areas": "0.53 of boxes"}, np.exp(-100 / 8 / 212)),
        ({"found_points": "1 pixel back"}, np.exp(-1 / 8)),
        ({"found_points": "half a pixel back"}, np.exp(-0.5 / 8)),
        ({"points": "all"}, (np.exp(-1 / 8) + np.exp(-5000 / (4 * 0.04) / 200)) / 2),
    ],
)
def test_how_similar(rules: dict[str, Any], wanted: float) -> None:
    assert recall(TRUE, OFF, wanted - 1e-6, **rules) == 1
    assert recall(TRUE, OFF, wanted + 1e-6, **rules) == 0


@pytest.mark.parametrize(
    ("got", "rules"),
    [
        ([109.0, 109], {"found_points": "1 pixel on"}),
        ([109.5, 109.5], {"found_points": "half a pixel on"}),
        ([110.4, 109.6], {"found_points": "rounded"}),
        # 500 x 375 in 640 is scaled by 1.28, and needs no padding up to multiples of 32.
        ([140.8, 140.8], {"letterbox": "taken off", "letterbox_shape": "multiples of 32"}),
        ([140.8, 220.8], {"letterbox": "taken off"}),
        ([110 / 1.28, 110 / 1.28], {"letterbox": "scale left in"}),
    ],
)
def test_what_was_made_of_a_point(got: list[float], rules: dict[str, Any]) -> None:
    row = [*got, 1, 0, 0, 1]
    assert recall(TRUE, row, 1 - 1e-9, **rules) == 1
    assert recall(TRUE, row, 1 - 1e-9) == 0


def test_a_truth_without_labelled_points() -> None:
    nothing, row = [0.0] * 6, [110.0, 110, 1, 110, 110, 1]
    assert np.isnan(recall(nothing, row, 0.5, labelled=0))  # nothing is there to find
    assert np.isnan(recall(nothing, row, 0.5, labelled=0, unlabelled_truths="removed"))
    assert recall(nothing, row, 0.5, labelled=0, unlabelled_truths="missed") == 0


def test_points_that_are_hidden() -> None:
    hidden = [110.0, 110, 2, 120, 120, 1]
    row = [110.0, 110, 1, 200, 200, 1]
    assert recall(hidden, row, 0.9, labelled=2) == 0
    assert recall(hidden, row, 0.9, labelled=2, points="visible") == 1


def test_sigmas_without_names_are_cocos() -> None:
    assert sigmas_by_rules(None, Rules()) is None
    halves = sigmas_by_rules(None, Rules(sigmas="half"))
    assert halves is not None
    assert halves[0] == pytest.approx(0.026 / 2)
    assert sigmas_by_rules(None, Rules(sigmas="even")) == (1 / 17,) * 17


def test_rules_of_masks_mean_nothing_here() -> None:
    with pytest.raises(ArgumentError, match="polygons 'edges filled' means nothing for keypoints"):
        by_rules("m", "M", "", Rules(polygons="edges filled"), geometry="keypoints")
