"""torchmetrics with ``backend="pycocotools"``, before and after it is replaced."""

from __future__ import annotations

import contextlib
import io

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("torchvision")
detection = pytest.importorskip("torchmetrics.detection")

from truebox.integrations.pycocotools import replace_pycocotools  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")


def _batches(seed):
    rng = np.random.default_rng(seed)

    def boxes(count):
        corners = rng.uniform(0, 50, (count, 2))
        return torch.tensor(np.concatenate([corners, corners + rng.uniform(1, 50, (count, 2))], 1)).float()

    def masks(given):
        dense = torch.zeros(len(given), 120, 120, dtype=torch.bool)
        for row, (left, top, right, bottom) in enumerate(given.int().tolist()):
            dense[row, top:bottom, left:right] = True
        return dense

    for _ in range(3):
        found, true = [], []
        for _ in range(4):
            count, more = int(rng.integers(0, 6)), int(rng.integers(0, 9))
            here, there = boxes(count), boxes(more)
            shared = min(count, more)
            there[:shared] = here[:shared] + 2 * torch.tensor(rng.random((shared, 4))).float()
            labels = [torch.tensor(rng.integers(0, 3, each)) for each in (count, more)]
            crowd = torch.tensor((rng.random(count) < 0.2).astype(int))
            true.append({"boxes": here, "labels": labels[0], "masks": masks(here), "iscrowd": crowd})
            scores = torch.tensor(rng.random(more)).float()
            found.append({"boxes": there, "labels": labels[1], "scores": scores, "masks": masks(there)})
        yield found, true


def _computed(options):
    metric = detection.MeanAveragePrecision(backend="pycocotools", **options)
    for found, true in _batches(3):
        metric.update(found, true)
    with contextlib.redirect_stdout(io.StringIO()):
        return metric.compute()


@pytest.mark.parametrize("iou_type", ["bbox", "segm", ("bbox", "segm")], ids=str)
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"class_metrics": True},
        {"extended_summary": True},
        {"average": "micro"},
        {"iou_thresholds": [0.5, 0.6]},
        {"max_detection_thresholds": [1, 2, 5]},
        {"rec_thresholds": [0.0, 0.3, 0.9]},
    ],
    ids=str,
)
def test_every_answer_is_the_same(iou_type, options):
    theirs = _computed({"iou_type": iou_type, **options})
    with replace_pycocotools():
        ours = _computed({"iou_type": iou_type, **options})
    assert list(ours) == list(theirs)
    for key, value in theirs.items():
        pairs = (
            [(ours[key], value)]
            if not isinstance(value, dict)
            else [(ours[key][cell], held) for cell, held in value.items()]
        )
        for one, other in pairs:
            np.testing.assert_array_equal(np.asarray(one), np.asarray(other))
