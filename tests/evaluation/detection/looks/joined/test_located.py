"""What detections overlap, against overlaps worked out one by one."""

from __future__ import annotations

import numpy as np

import truebox as tb
from truebox.evaluation.detection.looks.joined import located as module
from truebox.evaluation.detection.looks.joined.located import located
from truebox.evaluation.matches.judged import of_whole_images
from truebox.generation import make_dataset


def iou(a, b):
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    common = max(width, 0) * max(height, 0)
    return common / (a[2] * a[3] + b[2] * b[3] - common)


def told(step):
    truth, found = make_dataset(12, 3, detections_per_image=6, truths_per_image=5, seed=2)
    result = tb.evaluate(truth, found, mode="corrected")
    held = located(result, of_whole_images(result.state), 0.0)
    return result, held, held.overlaps(step)


def test_overlaps_with_objects_of_the_image_and_of_others():
    for step in (0, 1, -3):
        result, held, (best, alike, _) = told(step)
        images = result.state.images
        assert len(held.row) > 40
        for each, row in enumerate(held.row.tolist()):
            place = int(held.image[each]) + step
            there = images[place] if 0 <= place < len(images) else None
            true = [k for k in range(len(result.truth)) if result.truth.image[k] == there]
            overlaps = [iou(result.predictions.boxes[row], result.truth.boxes[k]) for k in true]
            same = [result.truth.category[k] == result.predictions.category[row] for k in true]
            np.testing.assert_allclose(best[each], max(overlaps, default=0.0), atol=1e-12)
            assert alike[each] == any(o >= 0.5 and s for o, s in zip(overlaps, same, strict=True))


def test_many_pairs_are_worked_out_in_parts(monkeypatch):
    whole = told(0)[2]
    monkeypatch.setattr(module, "_AT_ONCE", 50)
    for a, b in zip(whole, told(0)[2], strict=True):
        np.testing.assert_array_equal(a, b)


def test_the_best_of_each_image_alone():
    result, held, _ = told(0)
    best = located(result, of_whole_images(result.state), 0.0, best=2)
    for image in set(held.image.tolist()):
        of_all = np.sort(result.predictions.scores[held.row[held.image == image]])[::-1]
        of_best = np.sort(result.predictions.scores[best.row[best.image == image]])[::-1]
        np.testing.assert_array_equal(of_best, of_all[:2])
