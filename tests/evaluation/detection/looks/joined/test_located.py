"""What detections overlap, against overlaps worked out one by one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import truebox as tb
from truebox.evaluation.detection.looks.joined import located as module
from truebox.evaluation.detection.looks.joined.located import causes, located
from truebox.evaluation.matches.judged import judged, of_whole_images
from truebox.generation import make_dataset
from truebox.records import Ids


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


def test_objects_of_the_images_alone_are_overlapped_alike():
    truth, found = make_dataset(30, 3, detections_per_image=6, truths_per_image=5, seed=3)
    result = tb.evaluate(truth, found, mode="corrected")
    every = of_whole_images(result.state)
    rows = type(every)(*(column[every.image % 3 == 1] for column in every))
    all_objects, own = located(result, rows, 0.0), located(result, rows, 0.0, own=True)
    assert len(own.true_boxes) < len(all_objects.true_boxes)
    for a, b in zip(all_objects.overlaps(), own.overlaps(), strict=True):
        np.testing.assert_array_equal(a, b)


def test_causes_are_those_that_counting_image_by_image_finds():
    for seed, turn in ((1, 0), (2, 8), (3, 20)):
        truth, found = make_dataset(40, 4, seed=seed)
        images = sorted(set(found.image.tolist()))[:turn]
        classes = [
            (each % 4) + 1 if image in images else each
            for each, image in zip(found.category.tolist(), found.image.tolist(), strict=True)
        ]
        mixed = replace(found, category=Ids.of(classes))
        result = tb.evaluate(truth, mixed, mode="corrected", fit_test=False)
        seen, whole = judged(result), of_whole_images(result.state)
        held = located(result, whole, float(seen.score[seen.certain].min()))
        best, _, true = held.overlaps()
        odd = looked = lost = every = 0
        for image in set(held.image.tolist()):
            here = held.image == image
            on = here & (best >= 0.5)
            every += here.sum() >= 2
            lost += here.sum() >= 2 and on.sum() == 0
            looked += on.sum() >= 2
            odd += on.sum() >= 2 and (held.category == true)[on].sum() <= 0.25 * on.sum()
        assert causes(result, seen, whole) == (odd >= max(5, 0.08 * looked), lost >= max(5, 0.05 * every))
