"""Panoptic segments whose images are drawn or swapped, beside evaluations of data with these images."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox.diagnosis.certainty.label_maps.drawn_segments import SegmentParts
from truebox.errors import ArgumentError
from truebox.evaluation import evaluate_panoptic

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

IMAGES = 14
CLASSES = [{"id": k + 1, "name": name, "isthing": int(k < 2)} for k, name in enumerate(("cat", "dog", "sky"))]


def side(noise: float, seed: int) -> list[dict[str, Any]]:
    """Rows of 40 pixels in four stretches, whose ends and classes are moved with the noise."""
    stable, chance = np.random.default_rng(1), np.random.default_rng(seed)
    images = []
    for image in range(IMAGES):
        ends = np.array([9, 19, 29]) + stable.integers(-3, 4, 3) + np.rint(noise * chance.normal(0, 3, 3))
        labels = np.searchsorted(np.sort(ends), np.arange(40)) + 1
        classes = stable.integers(1, 4, 4)
        classes = np.where(chance.random(4) < 0.3 * noise, chance.integers(1, 4, 4), classes)
        infos = [{"id": int(k), "category_id": int(classes[k - 1])} for k in np.unique(labels)]
        images.append({"image_id": image, "segmentation": labels[None], "segments_info": infos})
    return images


def data(noise: float, seed: int = 5) -> dict[str, Any]:
    return {"categories": CLASSES, "annotations": side(noise, seed)}


@pytest.mark.parametrize("mode", ["strict", "corrected"])
def test_a_draw_is_an_evaluation_of_these_images(mode: tb.typing.Mode) -> None:
    truth, found = data(0), data(1)
    parts = SegmentParts(evaluate_panoptic(truth, found, mode=mode))
    chance = np.random.default_rng(0)
    for _ in range(8):
        weights = chance.multinomial(IMAGES, np.full(IMAGES, 1 / IMAGES))
        repeated = [deepcopy(each) for each in (truth, found)]
        for each in repeated:
            rows = [row for row, times in enumerate(weights) for _ in range(times)]
            each["annotations"] = [
                {**each["annotations"][row], "image_id": place} for place, row in enumerate(rows)
            ]
        whole = evaluate_panoptic(*repeated, mode=mode)
        drawn = parts.measured(weights[None].astype(float))
        for key, value in whole.metrics.items():
            expected = np.nan if value is None else value
            assert drawn[key][0] == pytest.approx(expected, abs=1e-12, nan_ok=True)
        for place, entry in enumerate(whole.per_class):
            for key, value in entry.metrics.items():
                expected = np.nan if value is None else value
                assert drawn[key, place][0] == pytest.approx(expected, abs=1e-12, nan_ok=True)


def test_swapped_images_are_an_evaluation_of_those_of_either() -> None:
    truth, far, near = data(0), data(1), data(0.3, 6)
    a, b = (SegmentParts(evaluate_panoptic(truth, each)) for each in (far, near))
    from_b = np.random.default_rng(2).random(IMAGES) < 0.5
    mixed = {
        "annotations": [
            (near if chosen else far)["annotations"][row] for row, chosen in enumerate(from_b.tolist())
        ]
    }
    found = a.measured(1.0 - from_b[None], b, from_b[None].astype(float))
    for key, value in evaluate_panoptic(truth, mixed).metrics.items():
        assert found[key][0] == pytest.approx(value, abs=1e-12)


def test_intervals_hold_their_numbers_and_classes_have_theirs() -> None:
    result = evaluate_panoptic(data(0), data(1))
    found = tb.diagnosis.panoptic_intervals(result, replicates=300)
    for key, value in result.metrics.items():
        assert found[key].value == value
        assert found[key].low <= value <= found[key].high
    for entry in result.per_class:
        assert found[f"PQ[{entry.name}]"].value == entry.metrics["PQ"]
    sure, costs, weakest = tb.diagnosis.in_words(result)
    assert f"{result.metrics['PQ']:.3f}" in sure
    assert f"Of the {1 - result.metrics['PQ']:.3f} that PQ lacks" in costs
    assert weakest.startswith("Weakest of 3 classes: ")


def test_the_nearer_one_is_better_in_comparisons_and_gates() -> None:
    truth = data(0)
    far, near = evaluate_panoptic(truth, data(1)), evaluate_panoptic(truth, data(0.2, 6))
    found = tb.compare(far, near, replicates=400)
    assert (found.unit, found.images) == ("images", IMAGES)
    pair = found.pairs[0]
    assert pair.metrics["PQ"].value == pytest.approx(near.metrics["PQ"] - far.metrics["PQ"], abs=1e-15)
    assert pair.metrics["PQ"].verdict == "better"
    assert [each.name for each in pair.per_class] == ["cat", "dog", "sky"]
    assert tb.compare(far, far, replicates=100).pairs[0].metrics["PQ"].p == 1.0

    def gates(drop: str, baseline: Any) -> Any:
        (gate,) = tb.diagnosis.check_gates(far, baseline=baseline, max_drop=[drop], significant=True)
        return gate

    for baseline in (near, near.to_dict()):
        worse = gates("PQ=0.01", baseline)
        assert (worse.passed, "a significant drop beyond 0.01" in worse.reason) == (False, True)
        assert gates("PQ=0.9", baseline).passed
    assert "significant drop" in gates("PQ[cat]=0", near).reason


def test_other_truths_and_states_by_hand_are_refused() -> None:
    truth, found = data(0), data(1)
    result = evaluate_panoptic(truth, found)
    part = evaluate_panoptic(truth, found, images=list(range(5)))
    corrected = evaluate_panoptic(truth, found, mode="corrected")
    for other in (part, corrected, evaluate_panoptic(data(0.4), found)):
        with pytest.raises(ArgumentError, match="evaluate both the same way"):
            tb.compare(result, other)
    by_hand = replace(result, state=replace(result.state, unmatched=result.state.unmatched[:0]))
    with pytest.raises(ArgumentError, match="which segments have no match"):
        tb.diagnosis.panoptic_intervals(by_hand)
    with pytest.raises(ArgumentError, match="replicates"):
        tb.diagnosis.panoptic_intervals(result, replicates=1)
