from __future__ import annotations

import numpy as np
import pytest
from coco_worlds import world

from truebox.diagnosis.certainty.movers import image_scores, movers
from truebox.diagnosis.certainty.replicates import Resampling
from truebox.evaluation import evaluate

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.mark.parametrize("mode", ["strict", "corrected"])
@pytest.mark.parametrize("seed", range(8))
def test_the_score_of_an_image_is_its_ap_when_evaluated_alone(seed, mode):
    truth, found = world(np.random.default_rng(seed))
    result = evaluate(truth, found, mode=mode)
    scores = image_scores(Resampling(result))
    for place, image in enumerate(result.state.images.tolist()):
        alone = evaluate(truth, found, images=[image], mode=mode).metrics["AP"]
        if alone is None:
            assert np.isnan(scores[place])
        else:
            assert scores[place] == pytest.approx(alone, abs=1e-12)


def test_images_are_named_and_ordered_by_their_move(made, noisier):
    first, second = Resampling(made), Resampling(noisier)
    found = movers(first, second, 4)
    change = image_scores(second) - image_scores(first)
    assert found.better == np.count_nonzero(change > 0)
    assert found.worse == np.count_nonzero(change < 0)
    assert found.better + found.worse + found.same + found.without_truth == 60
    assert [mover.change for mover in found.lost] == sorted(change[~np.isnan(change)])[:4]
    assert all(a.change >= b.change > 0 for a, b in zip(found.gained, found.gained[1:], strict=False))
    worst = found.lost[0]
    place = made.state.images.tolist().index(worst.id)
    assert worst.second - worst.first == worst.change == change[place]
    row = made.truth.images.ids.tolist().index(worst.id)
    assert worst.file_name == made.truth.images.file_names[row]


def test_moves_worked_out_by_hand():
    # Two objects in each image; the number found gives AP 0, 51 of 101 precisions, or 1. The sixth has none.
    def box(image, place):
        return {"image_id": image, "category_id": 1, "bbox": [50.0 * place, 0.0, 20.0, 20.0]}

    truth = {
        "images": [{"id": n, "file_name": f"{n}.jpg"} for n in range(1, 7)],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [
            {"id": 10 * image + place, "area": 400.0, "iscrowd": 0, **box(image, place)}
            for image in range(1, 6)
            for place in (0, 1)
        ],
    }
    found = [
        [{"score": 0.5, **box(n, place)} for n, count in enumerate(counts, 1) for place in range(count)]
        for counts in ((0, 1, 2, 2, 1), (2, 2, 1, 0, 1))
    ]
    first, second = (Resampling(evaluate(truth, rows, mode="corrected")) for rows in found)
    half = 51 / 101
    assert image_scores(first)[:5].tolist() == pytest.approx([0, half, 1, 1, half])
    moved = movers(first, second, 2)
    assert (moved.better, moved.worse, moved.same, moved.without_truth) == (2, 2, 1, 1)
    assert [(each.id, each.file_name) for each in moved.gained] == [(1, "1.jpg"), (2, "2.jpg")]
    assert [(each.id, each.file_name) for each in moved.lost] == [(4, "4.jpg"), (3, "3.jpg")]
    assert [each.change for each in moved.gained] == pytest.approx([1, 1 - half])
    assert [each.change for each in moved.lost] == pytest.approx([-1, half - 1])
    assert [(each.first, each.second) for each in moved.lost] == [(1, 0), (1, pytest.approx(half))]
    assert [each.id for each in movers(second, first, 1).gained] == [4]


def test_no_more_are_named_than_asked(made, noisier):
    found = movers(Resampling(made), Resampling(noisier), 0)
    assert found.to_dict()["gained"] == found.to_dict()["lost"] == []
