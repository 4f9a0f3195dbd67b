"""PASCAL VOC, whole: generated sets against a plain Python twin, on every class, mode and year."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
import voc_twin

from truebox.evaluation import evaluate
from truebox.evaluation.protocols.voc import PROTOCOL
from truebox.report import eval_schema, to_json

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

CLASSES = ("cat", "dog", "none")
AVERAGE = {"voc": voc_twin.area, "voc2007": voc_twin.eleven_points}


def a_world(seed: int, *, tied: bool = False) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Whole, small boxes: overlaps of exactly one half, equal overlaps and second detections abound."""
    rng = np.random.default_rng(seed)
    boxes = np.concatenate([rng.integers(0, 6, (24, 2)), rng.integers(2, 7, (24, 2))], axis=1).astype(float)
    truths = [
        {
            "id": n + 1,
            "image_id": 1 + n % 5,
            "category_id": 1 + n % 2,
            "bbox": box.tolist(),
            "area": 1.0,
            "iscrowd": int(rng.random() < 0.1),
            "ignore": int(rng.random() < 0.25),
        }
        for n, box in enumerate(boxes[: int(rng.integers(4, 25))])
    ]
    count = int(rng.integers(0, 60))
    scores = rng.integers(0, 5, count) / 4 if tied else rng.permutation(count) / max(count, 1)
    found = []
    for score in scores.tolist():
        n = int(rng.integers(0, 24))
        moved = boxes[n] + rng.integers(-1, 2, 4) * (rng.random(4) < 0.4)
        found.append(
            {"image_id": 1 + n % 5, "category_id": 1 + n % 2, "bbox": moved.tolist(), "score": score}
        )
    images = [{"id": i, "width": 20, "height": 20} for i in range(1, 6)]
    categories = [{"id": 1 + k, "name": name} for k, name in enumerate(CLASSES)]
    return {"images": images, "categories": categories, "annotations": truths}, found


def expected(
    truth: dict[str, Any], found: list[dict[str, Any]], category: int, year: str, threshold: float = 0.5
) -> float | None:
    """AP of a class as the development kit walks: detections of the whole set by score, then by file."""
    truths = [each for each in truth["annotations"] if each["category_id"] == category]
    rows = [each for each in found if each["category_id"] == category]
    rows = [rows[i] for i in np.argsort([-each["score"] for each in rows], kind="stable")]
    difficult = np.array([bool(each["ignore"] or each["iscrowd"]) for each in truths], dtype=bool)
    count = int(np.count_nonzero(~difficult))
    if count == 0:
        return None
    outcomes = voc_twin.outcomes(
        np.array([each["bbox"] for each in rows]).reshape(-1, 4),
        np.array([each["image_id"] for each in rows]),
        np.array([each["bbox"] for each in truths]).reshape(-1, 4),
        np.array([each["image_id"] for each in truths]),
        difficult,
        threshold=threshold,
        strict=False,
        pixel=0,
    )
    return AVERAGE[year](outcomes, count)


@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize("year", AVERAGE)
def test_every_class_is_what_the_twin_gives(year: str, tied: bool) -> None:
    seen = 0
    for seed in range(60):
        truth, found = a_world(seed, tied=tied)
        result = evaluate(truth, found, protocol=year, fit_test=False)
        wanted = [expected(truth, found, category, year) for category in (1, 2, 3)]
        got = [each.metrics["AP"] for each in result.per_class]
        assert got == pytest.approx(wanted, abs=1e-12), seed
        held = [value for value in wanted if value is not None]
        assert result.metrics["AP"] == (pytest.approx(np.mean(held), abs=1e-12) if held else None)
        seen += len(held)
    assert seen > 80


def test_the_ports_that_ask_for_more_than_half_are_the_next_threshold() -> None:
    more = float(np.nextafter(0.5, 1))
    for seed in range(20):
        truth, found = a_world(seed)
        result = evaluate(truth, found, protocol="voc", iou_thresholds=[more], fit_test=False)
        wanted = [expected(truth, found, category, "voc", more) for category in (1, 2, 3)]
        assert [each.metrics["AP"] for each in result.per_class] == pytest.approx(wanted, abs=1e-12)


def test_several_overlaps_have_names_of_their_own() -> None:
    truth, found = a_world(3)
    result = evaluate(truth, found, protocol="voc", iou_thresholds=[0.5, 0.75], fit_test=False)
    assert list(result.metrics) == ["AP", "AP50", "AP75", "AR"]
    one, other = result.metrics["AP50"], result.metrics["AP75"]
    assert one is not None
    assert other is not None
    assert result.metrics["AP"] == pytest.approx((one + other) / 2)


def test_what_a_limit_cuts_is_said_as_the_area_without_it() -> None:
    truth, found = a_world(7)
    whole = evaluate(truth, found, protocol="voc", fit_test=False).metrics["AP"]
    limited = evaluate(truth, found, protocol="voc", fit_test=False, max_detections=[2])
    (cut,) = [each.message for each in limited.warnings if each.code == "W-306"]
    assert cut.endswith(f"AP would be {whole:.6f} instead of {limited.metrics['AP']:.6f}")


def test_its_document_fits_the_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    for year in AVERAGE:
        result = evaluate(*a_world(3), protocol=year, fit_test=False)
        jsonschema.Draft202012Validator(json.loads(eval_schema())).validate(json.loads(to_json([result])))


def test_it_says_what_it_is() -> None:
    assert (PROTOCOL.name, PROTOCOL.title) == ("voc", "PASCAL VOC")
    with pytest.raises(ValueError, match="recall_thresholds: the protocol 'voc' has no such choice"):
        evaluate({}, [], protocol="voc", recall_thresholds=[0.5])
