"""What tools make of masks: IoU of one pair, by hand and by pycocotools."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox.errors import ArgumentError
from truebox.evaluation import Rules, by_rules, evaluate, masks_by_rules
from truebox.generation import make_shape_dataset
from truebox.masks import encode_masks, masks_to_coco

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

SIZE = 20, 40
SQUARE = [4.0, 4, 12, 4, 12, 12, 4, 12]
SMALL = [20.0, 4, 24, 4, 24, 8, 20, 8]


def mask(*parts: tuple[int, int, int, int], hole: tuple[int, int, int, int] | None = None) -> dict[str, Any]:
    """Rectangles from y to y and from x to x as run lengths."""
    dense = np.zeros(SIZE, dtype=bool)
    for top, bottom, left, right in parts:
        dense[top:bottom, left:right] = True
    if hole:
        dense[hole[0] : hole[1], hole[2] : hole[3]] = False
    return masks_to_coco(encode_masks(dense))[0]


def pair(true: Any, got: Any, box: list[float] | None = None) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    truth = {
        "images": [{"id": 1, "width": SIZE[1], "height": SIZE[0]}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [
            {
                **{"id": 1, "image_id": 1, "category_id": 1, "iscrowd": 0, "area": 64.0},
                **{"bbox": [4.0, 4, 8, 8], "segmentation": true},
            }
        ],
    }
    found = {"image_id": 1, "category_id": 1, "segmentation": got, "score": 0.9}
    return truth, [{**found, "bbox": box} if box else found]


def reaches(sides: tuple[Any, Any], iou: float, **rules: Any) -> bool:
    """Whether the overlap is `iou`."""

    def recall(threshold: float) -> float:
        protocol = by_rules("m", "M", "", Rules(**rules), iou=(threshold,), geometry="masks")
        truth, found = (
            read(side, geometry="masks")
            for read, side in zip((tb.datasets.read_truth, tb.datasets.read_predictions), sides, strict=True)
        )
        geometry = "masks" if rules.get("shapes", "as asked") == "as asked" else "boxes"
        return float(
            evaluate(truth, found, protocol=protocol, geometry=geometry, fit_test=False).metrics["AR"]
        )

    return recall(iou - 1e-9) == 1 and (iou == 1 or recall(iou + 1e-9) == 0)


@pytest.mark.parametrize(
    ("true", "got", "rules", "iou"),
    [
        ([SQUARE], mask((4, 12, 4, 12)), {}, 1),
        ([SQUARE], mask((4, 13, 4, 13)), {}, 64 / 81),
        ([SQUARE], mask((4, 13, 4, 13)), {"polygons": "edges filled"}, 1),
        ([SQUARE], mask((4, 12, 4, 12)), {"polygons": "pixel centres"}, 1),
        ([SMALL, SQUARE], mask((4, 12, 4, 12)), {}, 64 / 80),
        ([SMALL, SQUARE], mask((4, 12, 4, 12)), {"polygons": "largest alone"}, 1),
        ([SMALL, SQUARE], mask((4, 8, 20, 24)), {"polygons": "first alone"}, 1),
        ([SQUARE], mask((4, 12, 4, 12), hole=(6, 8, 6, 8)), {}, 60 / 64),
        ([SQUARE], mask((4, 12, 4, 12), hole=(6, 8, 6, 8)), {"found_masks": "holes filled"}, 1),
        ([SQUARE], mask((4, 12, 4, 12), (0, 2, 30, 32)), {"found_masks": "largest part"}, 1),
        ([SQUARE], mask((4, 12, 4, 12), hole=(6, 12, 6, 12)), {"found_masks": "of boxes"}, 1),
        ([SQUARE], mask((5, 13, 5, 13)), {}, 49 / 79),
        ([SQUARE], mask((5, 13, 5, 13)), {"mask_pixels": "half"}, 9 / 23),  # 0 2 4 ... of 5 to 12: 6 to 12
        ([SQUARE], mask((4, 12, 4, 14)), {"mask_pixels": "quarter, smoothed"}, 4 / 6),
        ([SQUARE], mask((4, 12, 4, 10)), {"mask_pixels": "160"}, 48 / 64),
    ],
)
def test_the_overlap_by_hand(true: Any, got: Any, rules: dict[str, Any], iou: float) -> None:
    assert reaches(pair(true, got), iou, **rules)


@pytest.mark.parametrize(
    ("shapes", "iou"),
    [
        ("boxes", 64 / 80),  # the box of the truth as stated, against x 4 to 14
        ("boxes of found masks", 64 / 80),
        ("boxes of masks", 64 / 80),
        ("narrow boxes of found masks", 7 * 8 / (64 + 63 - 56)),
        ("narrow boxes of masks", 49 / 63),
    ],
)
def test_boxes_of_masks(shapes: str, iou: float) -> None:
    assert reaches(pair([SQUARE], mask((4, 12, 4, 14))), iou, shapes=shapes)


def test_a_stated_box_beside_a_mask() -> None:
    sides = pair([SQUARE], mask((4, 12, 4, 14)), [4.0, 4, 8, 8])
    assert reaches(sides, 1, shapes="boxes")
    assert reaches(sides, 64 / 80, shapes="boxes of found masks")
    assert reaches(sides, 1, found_masks="of boxes")


def test_rules_of_masks_may_be_applied_beforehand() -> None:
    truth, found = make_shape_dataset("masks", images=6, categories=2, seed=2)
    for rules in (
        Rules(polygons="edges filled", mask_pixels="half"),
        Rules(found_masks="holes filled", curve="all points"),
        Rules(shapes="narrow boxes of masks"),
        Rules(areas="of masks"),
    ):
        true, got, left = masks_by_rules(truth, found, rules)
        numbers = []
        for sides, chosen in (((truth, found), rules), ((true, got), left)):
            protocol = by_rules("m", "M", "", chosen, geometry="masks", sizes=True)
            geometry = "masks" if chosen.shapes == "as asked" else "boxes"
            numbers.append(evaluate(*sides, protocol=protocol, geometry=geometry, fit_test=False).metrics)
        assert numbers[0] == numbers[1]
        assert left.polygons == "as COCO"


def test_masks_must_have_been_read() -> None:
    sides = pair([SQUARE], mask((4, 12, 4, 12)))
    protocol = by_rules("m", "M", "", Rules(shapes="boxes of masks"), geometry="masks")
    with pytest.raises(ArgumentError, match="was read without its masks"):
        evaluate(*sides, protocol=protocol, fit_test=False)
    with pytest.raises(ArgumentError, match="does not take 'masks'"):
        evaluate(*sides, protocol=protocol, geometry="masks", fit_test=False)
