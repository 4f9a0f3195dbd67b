"""Measures of draws against the plain way: every detection repeated as often as its image was drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import truebox as tb
from tests.made.argoverse2_worlds import KINDS, argoverse2_world
from truebox.diagnosis.certainty.replicates import Resampling
from truebox.evaluation.states.drawn_outcomes import most_alarms

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning", "error::RuntimeWarning")

IMAGES = 14
FLAT = ("citypersons", "caltech", "froc", "crowdhuman", "wider_face", "yolov5", "ultralytics")
NAMES = ("car", "pedestrian", "bicycle", "barrier", "traffic_cone")


def flat(seed: int, names: tuple[str, ...], decimals: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Boxes in pictures: of equal scores, crowds, a class without objects and one that nothing detects."""
    rng = np.random.default_rng(seed)
    truths, found = [], []
    for image in range(1, IMAGES + 1):
        for _ in range(rng.integers(0, 7)):
            x, y, w, h = (float(v) for v in (*rng.integers(0, 300, 2), *rng.integers(30, 130, 2)))
            category = int(rng.integers(1, len(names)))
            row = {"image_id": image, "category_id": category, "bbox": [x, y, w, h], "area": w * h}
            more = {"iscrowd": int(rng.random() < 0.1), "alpha": float(rng.uniform(-3, 3))}
            seen = {"occluded": int(rng.integers(0, 3)), "truncated": 0.1}
            truths.append({"id": len(truths) + 1, **row, **more, **seen})
            for _ in range(rng.integers(0, 3) if category != 2 else 0):
                shift = rng.integers(-12, 13, 2)
                label = category if rng.random() < 0.9 else len(names)
                score = round(float(rng.random()), decimals)
                box = [x + int(shift[0]), y + int(shift[1]), w, h]
                found.append(
                    {"image_id": image, "category_id": label, "bbox": box, "score": score}
                    | {"alpha": float(rng.uniform(-3, 3))}
                )
    categories = [{"id": k + 1, "name": name} for k, name in enumerate(names)]
    images = [{"id": k + 1, "width": 640, "height": 480} for k in range(IMAGES)]
    return {"images": images, "categories": categories, "annotations": truths}, found


def spatial(seed: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Boxes in space, of which some have no velocity and no attribute."""
    rng = np.random.default_rng(seed)
    sides: tuple[dict[str, Any], dict[str, Any]] = ({}, {})

    def box(place: Any, name: str, **other: Any) -> dict[str, Any]:
        known = rng.random() < 0.7
        turn = rng.uniform(-3, 3) / 2
        return {
            "translation": [*place.round(1).tolist(), 0],
            "size": rng.uniform(1, 4, 3).tolist(),
            "rotation": [float(np.cos(turn)), 0, 0, float(np.sin(turn))],
            "velocity": rng.normal(0, 1, 2).tolist() if known or other else [None, None],
            "detection_name": name,
            "attribute_name": "vehicle.moving" if known else "",
            **other,
        }

    for sample in range(IMAGES):
        truth, found = [], []
        for _ in range(rng.integers(0, 8)):
            name, place = NAMES[rng.integers(0, 4)], rng.uniform(-20, 20, 2)
            truth.append(box(place, name))
            for _ in range(rng.integers(0, 3) if name != "pedestrian" else 0):
                label = name if rng.random() < 0.9 else "traffic_cone"
                score = round(float(rng.random()), 1 + seed % 2)
                found.append(box(place + rng.normal(0, 0.7, 2), label, detection_score=score))
        sides[0][f"s{sample}"], sides[1][f"s{sample}"] = truth, found
    return {"meta": {}, "results": sides[0]}, {"meta": {}, "results": sides[1]}


def both_ways(result: Any, weights: Any) -> tuple[Any, Any]:
    quick, plain = Resampling(result), Resampling(result)
    assert quick._drawing
    plain._drawing = {}
    return quick.weighed(weights, threads=1), plain.weighed(weights, threads=1)


def draws(seed: int, images: int) -> Any:
    """As it is, of one image alone, none of most, and at random."""
    rng = np.random.default_rng(seed)
    weights = rng.multinomial(images, np.full(images, 1 / images), 12).astype(np.uint8)
    weights[0], weights[1], weights[2] = 1, 0, 0
    weights[1, 3] = images
    weights[2, :2] = 1
    return weights


def check(result: Any, seed: int) -> None:
    quick, plain = both_ways(result, draws(seed, len(result.state.images)))
    assert quick.metrics.keys() == plain.metrics.keys()
    for key, values in plain.metrics.items():
        np.testing.assert_allclose(quick.metrics[key], values, rtol=0, atol=1e-12, err_msg=key)
        if result.metrics[key] is not None:
            assert quick.metrics[key][0] == pytest.approx(result.metrics[key], abs=1e-12)
    for key, values in plain.per_class.items():
        np.testing.assert_allclose(quick.per_class[key], values, rtol=0, atol=1e-12, err_msg=key)


@pytest.mark.parametrize("mode", ["strict", "corrected"])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("protocol", FLAT)
def test_pictures(protocol: str, seed: int, mode: Any) -> None:
    truth, found = flat(seed, NAMES, 1 + seed % 2)
    result = tb.evaluate(truth, found, protocol=protocol, mode=mode, fit_test=False)
    if (protocol, mode) == ("wider_face", "corrected"):
        assert not Resampling(result)._drawing  # its tables are enough
    else:
        check(result, seed)


@pytest.mark.parametrize("mode", ["strict", "corrected"])
@pytest.mark.parametrize("seed", range(4))
def test_kitti(seed: int, mode: Any) -> None:
    truth, found = flat(seed, ("Car", "Pedestrian", "Cyclist"), 1 + seed % 2)
    check(tb.evaluate(truth, found, protocol="kitti", mode=mode, fit_test=False), seed)


@pytest.mark.parametrize("mode", ["strict", "corrected"])
@pytest.mark.parametrize("seed", range(6))
def test_nuscenes(seed: int, mode: Any) -> None:
    truth, found = spatial(seed)
    check(tb.evaluate(truth, found, protocol="nuscenes", mode=mode), seed)


@pytest.mark.parametrize("mode", ["strict", "corrected"])
@pytest.mark.parametrize("seed", range(len(KINDS)))
def test_argoverse2(seed: int, mode: Any) -> None:
    truth, found = argoverse2_world(seed)
    check(tb.evaluate(truth, found, protocol="argoverse2", mode=mode), seed)


def test_most_alarms_are_counted_as_shares_are_compared() -> None:
    references, images = np.array([0.0, 0.1, 0.3, 0.7, 1.0, 8.0]), 10
    counts = np.arange(200)
    wanted = [int(counts[counts / images <= each].max()) for each in references]
    assert most_alarms(references, images).tolist() == wanted
