"""Small truths that need less, and one curve of all classes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from truebox.evaluation import Rules, by_rules, evaluate
from truebox.generation import make_dataset

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def rules(**changed: Any) -> Rules:
    return Rules(**{"crowd": "removed", "limit": "none", "curve": "all points", "quirks": "none", **changed})


def one_by_one(found: np.ndarray, scores: np.ndarray, true: np.ndarray, threshold: float) -> list[int]:
    """The plain way: each detection in turn takes the free truth that it overlaps most; -1 without one."""
    taken: set[int] = set()
    partners = [-1] * len(found)
    for d in np.argsort(-scores, kind="stable"):
        best, most = -1, 0.0
        for t, (x, y, w, h) in enumerate(true):
            needed = min(threshold, w * h / ((w + 10) * (h + 10)))
            sides = [
                min(found[d, k] + found[d, k + 2], (x + w, y + h)[k]) - max(found[d, k], (x, y)[k])
                for k in (0, 1)
            ]
            both = max(sides[0], 0) * max(sides[1], 0)
            iou = both / (found[d, 2] * found[d, 3] + w * h - both)
            if t not in taken and iou >= needed and iou > most:
                best, most = t, iou
        if best >= 0:
            taken.add(best)
            partners[int(d)] = best
    return partners


@pytest.mark.parametrize("seed", range(5))
def test_small_truths_need_less_beside_the_plain_way(seed: int) -> None:
    chance = np.random.default_rng(seed)
    true = np.concatenate([chance.uniform(0, 60, (30, 2)), chance.uniform(4, 40, (30, 2))], axis=1)
    found = np.repeat(true, 3, axis=0) + chance.normal(0, 4, (90, 4))
    found[:, 2:] = np.maximum(found[:, 2:], 1)
    scores = chance.permutation(90) / 100
    sides = (
        [{"boxes": true, "labels": ["cat"] * 30, "box_format": "xywh"}],
        [{"boxes": found, "labels": ["cat"] * 90, "scores": scores}],
    )
    protocol = by_rules("m", "M", "", rules(small_truths="forgiven"), iou=(0.5, 0.8))
    result = evaluate(
        [{"boxes": true, "labels": ["cat"] * 30}], sides[1], protocol=protocol, box_format="xywh",
        fit_test=False,
    )  # fmt: skip
    words = np.zeros(90, dtype=np.uint64)
    words[result.state.row] = result.state.matched[:, 0]
    for bit, threshold in enumerate((0.5, 0.8)):
        wanted = [partner >= 0 for partner in one_by_one(found, scores, true, threshold)]
        assert ((words >> np.uint64(bit)) & np.uint64(1)).astype(bool).tolist() == wanted
    assert 10 < sum(wanted) < 60


def test_the_match_table_has_the_partners() -> None:
    protocol = by_rules("m", "M", "", rules(small_truths="forgiven"), iou=(0.5,))
    result = evaluate(*make_dataset(20, 2, 8, 3.0, 4), protocol=protocol, fit_test=False)
    table = result.matches
    hits = int((result.state.matched[:, 0] & np.uint64(1)).sum())
    assert hits > 0
    assert int((table.detections.matched_truth[:, 0] >= 0).sum()) == hits


def test_one_curve_of_one_class_is_its_own_curve() -> None:
    pair = make_dataset(30, 1, 8, 3.0, 4)
    one, other = (
        evaluate(*pair, protocol=by_rules("m", "M", "", rules(mean=mean)), fit_test=False).metrics
        for mean in ("of classes", "one curve of all")
    )
    assert one == other


def test_one_curve_of_all_has_the_recall_of_all() -> None:
    result = evaluate(
        *make_dataset(30, 4, 8, 3.0, 4),
        protocol=by_rules("m", "M", "", rules(mean="one curve of all")),
        fit_test=False,
    )
    plain = evaluate(
        *make_dataset(30, 4, 8, 3.0, 4), protocol=by_rules("m", "M", "", rules()), fit_test=False
    )
    hits = (plain.state.matched[:, 0] & np.uint64(1)).sum()
    recall = result.curves.recall[0, 0, 0, 0]
    assert recall == pytest.approx(hits / plain.state.truths.sum())
