"""Rules of LVIS one by one; the whole is compared with its package in tests/parity/test_lvis.py."""

from __future__ import annotations

from typing import Any

import pytest

from truebox.evaluation import evaluate
from truebox.report import to_coco_text

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

BOX = [10.0, 10, 20, 20]


def _truth(*, negative: list[int], loose: list[int]) -> dict[str, Any]:
    row = {"id": 1, "image_id": 1, "category_id": 1, "bbox": BOX, "area": 400.0}
    image = {"id": 1, "neg_category_ids": negative, "not_exhaustive_category_ids": loose}
    return {
        "images": [image, {**image, "id": 2, "neg_category_ids": [], "not_exhaustive_category_ids": []}],
        "annotations": [row, {**row, "id": 2, "image_id": 2, "category_id": 2}],
        "categories": [{"id": k, "name": f"class {k}", "frequency": "rc"[k - 1]} for k in (1, 2)],
    }


def _found(*rows: tuple[int, int, float, list[float]]) -> list[dict[str, Any]]:
    keys = ("image_id", "category_id", "score", "bbox")
    return [dict(zip(keys, row, strict=True)) for row in rows]


PERFECT = [(1, 1, 0.5, BOX), (2, 2, 0.5, BOX)]


@pytest.mark.parametrize(("negative", "average"), [([], 1.0), ([2], 0.75)])
def test_only_classes_that_were_looked_for_count_against_a_detector(
    negative: list[int], average: float
) -> None:
    found = _found(*PERFECT, (1, 2, 0.9, BOX))
    result = evaluate(_truth(negative=negative, loose=[]), found, protocol="lvis")
    assert result.metrics["AP"] == pytest.approx(average)


@pytest.mark.parametrize(("loose", "average"), [([], 0.75), ([1], 1.0)])
def test_not_exhaustive_classes_ignore_what_is_left_over(loose: list[int], average: float) -> None:
    found = _found(*PERFECT, (1, 1, 0.9, [60.0, 60, 9, 9]))
    result = evaluate(_truth(negative=[], loose=loose), found, protocol="lvis")
    assert result.metrics["AP"] == pytest.approx(average)


def test_the_limit_is_per_image_over_all_classes() -> None:
    found = _found(*PERFECT, (1, 2, 0.9, BOX))  # takes the one place of image 1, though nobody looked for it
    result = evaluate(_truth(negative=[], loose=[]), found, protocol="lvis", max_detections=[1])
    assert result.metrics["AR1"] == pytest.approx(0.5)


def test_frequency_groups() -> None:
    result = evaluate(_truth(negative=[], loose=[]), _found(*PERFECT[:1]), protocol="lvis")
    assert result.metrics["APr"] == pytest.approx(1)
    assert result.metrics["APc"] == 0.0
    assert result.metrics["APf"] is None
    assert result.undefined["APf"] == "no truth of frequent classes"
    assert len(result.metrics) == len(result.stats) == 13


def test_thirteen_lines_and_minus_one_for_undefined() -> None:
    box = {"image_id": 1, "category_id": 1, "bbox": [0.0, 0, 9, 9]}
    truth = {
        "images": [{"id": 1, "neg_category_ids": [], "not_exhaustive_category_ids": []}],
        "annotations": [{**box, "id": 1, "area": 81.0}],
        "categories": [{"id": 1, "name": "cat", "frequency": "c"}],
    }
    lines = to_coco_text(evaluate(truth, [{**box, "score": 0.5}], protocol="lvis")).splitlines()
    assert len(lines) == 13
    # The form of `print_results` in lvis 0.5.3.
    assert (
        lines[1]
        == " Average Precision  (AP) @[ IoU=0.50      | area=   all | maxDets=300 catIds=all] = 1.000"
    )
    assert (
        lines[6]
        == " Average Precision  (AP) @[ IoU=0.50:0.95 | area=   all | maxDets=300 catIds=  r] = -1.000"
    )
    assert (
        lines[10]
        == " Average Recall     (AR) @[ IoU=0.50:0.95 | area=     s | maxDets=300 catIds=all] = 1.000"
    )
