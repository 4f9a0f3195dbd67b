"""One test per number of docs/quirks.md that concerns masks and keypoints; test_quirks.py has the others."""

from __future__ import annotations

from typing import Any

import pytest
from pycocotools import mask as reference_mask
from reference_coco import assert_identical, reference_coco

from truebox.errors import InputError
from truebox.evaluation import Result, evaluate

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

ONE_BOX = [10.0, 10.0, 20.0, 20.0]


def truth_of(*annotations: dict[str, Any]) -> dict[str, Any]:
    rows = [
        {
            "id": number + 1,
            "image_id": 1,
            "category_id": 1,
            "bbox": ONE_BOX,
            "iscrowd": 0,
            "area": 400.0,
            **given,
        }
        for number, given in enumerate(annotations)
    ]
    return {"images": [{"id": 1}], "annotations": rows, "categories": [{"id": 1, "name": "class 1"}]}


def named(result: Result) -> set[str]:
    """Numbers of the quirks that the warnings of a result name."""
    return {warning.message.split()[0] for warning in result.warnings if warning.code == "W-310"}


def runs_of(width: int, height: int = 50, of: tuple[int, int] = (100, 100)) -> dict[str, Any]:
    """A mask in the corner of an image, as plain run lengths: width columns of height pixels."""
    rows, columns = of
    counts = [0] + [height, rows - height] * width
    counts[-1] += (columns - width) * rows
    return {"size": [rows, columns], "counts": counts}


def compressed(mask: dict[str, Any]) -> dict[str, Any]:
    runs = reference_mask.frPyObjects(mask, *mask["size"])
    return {"size": mask["size"], "counts": runs["counts"].decode()}


def masked(*segmentations: Any) -> dict[str, Any]:
    """One image of 100 x 100 with a truth for each segmentation."""
    truth = truth_of(*({"segmentation": each, "area": 2500.0} for each in segmentations))
    truth["images"][0] |= {"width": 100, "height": 100}
    return truth


def posed() -> dict[str, Any]:
    points = [float(value) for k in range(17) for value in (20 + k, 30 + k, 2)]
    return truth_of({"keypoints": points, "num_keypoints": 17})


def posed_like(truth: dict[str, Any]) -> dict[str, Any]:
    return {
        "keypoints": truth["annotations"][0]["keypoints"],
        "image_id": 1,
        "category_id": 1,
        "score": 0.9,
    }


def test_q19_keypoints_without_classes() -> None:
    truth = posed()
    detections = [posed_like(truth)]
    chosen = {"class_agnostic": True}
    reference = reference_coco(truth, detections, kind="keypoints", **chosen)
    strict = evaluate(truth, detections, geometry="keypoints", **chosen)
    assert_identical(strict.to_coco_eval(), reference)
    assert reference["stats"][0] == 0
    assert named(strict) == {"Q19"}
    corrected = evaluate(truth, detections, geometry="keypoints", mode="corrected", **chosen)
    assert corrected.metrics["AP"] == 1.0


def test_q20_size_class_by_box() -> None:
    mask = runs_of(50)
    truth = masked(mask)
    # Beside the truth: its size class, of 100 pixels or of a box of 2500, decides whether it counts as false.
    away = {"size": [100, 100], "counts": [8000, 100, 1900]}
    detections = [
        {
            "image_id": 1,
            "category_id": 1,
            "score": 0.9,
            "bbox": [0.0, 0, 50, 50],
            "segmentation": compressed(away),
        },
        {
            "image_id": 1,
            "category_id": 1,
            "score": 0.8,
            "bbox": [0.0, 0, 50, 50],
            "segmentation": compressed(mask),
        },
    ]
    reference = reference_coco(truth, detections, kind="segm")
    strict = evaluate(truth, detections, geometry="masks")
    assert_identical(strict.to_coco_eval(), reference)
    assert strict.metrics["APm"] == pytest.approx(0.5)
    assert named(strict) == {"Q20"}
    assert evaluate(truth, detections, geometry="masks", mode="corrected").metrics["APm"] == 1.0


def test_q21_keypoint_numbers_at_twenty() -> None:
    truth = posed()
    detections = [posed_like(truth)]
    chosen = {"max_detections": [10]}
    reference = reference_coco(truth, detections, kind="keypoints", **chosen)
    strict = evaluate(truth, detections, geometry="keypoints", **chosen)
    assert_identical(strict.to_coco_eval(), reference)
    assert strict.metrics["AP"] is None
    assert "20 detections per image" in strict.undefined["AP"]
    assert named(strict) == {"Q21"}
    assert evaluate(truth, detections, geometry="keypoints", mode="corrected", **chosen).metrics["AP"] == 1.0


@pytest.mark.parametrize("counts", ["", "0", [], [10, 10]])
def test_q22_run_lengths_that_end_early(counts: Any) -> None:
    # The reference reads beyond its memory here, so it is not run.
    mask = {"size": [100, 100], "counts": counts}
    result = {"image_id": 1, "category_id": 1, "score": 0.9, "segmentation": mask}
    for mode in ("strict", "corrected"):
        with pytest.raises(InputError, match=r"E-160 .*\[0\].*of 10000 px"):
            evaluate(masked(runs_of(5)), [result], geometry="masks", mode=mode)
        with pytest.raises(InputError, match=r"E-160 .*annotations\[0\].*of 10000 px"):
            evaluate(masked(mask), [{**result, "segmentation": runs_of(5)}], geometry="masks", mode=mode)


def test_q23_a_polygon_of_four_numbers() -> None:
    truth = masked([[10.0, 10.0, 20.0, 20.0]])
    result = [{"image_id": 1, "category_id": 1, "score": 0.9, "segmentation": compressed(runs_of(5))}]
    with pytest.raises(TypeError):
        reference_coco(truth, result, kind="segm")
    with pytest.raises(InputError, match=r"E-167 .*annotations\[0\].*2 points"):
        evaluate(truth, result, geometry="masks")


def test_q24_a_mask_of_another_size() -> None:
    truth = masked(runs_of(50))
    other = compressed(runs_of(50, of=(100, 120)))
    result = [{"image_id": 1, "category_id": 1, "score": 0.9, "segmentation": other}]
    assert reference_coco(truth, result, kind="segm")["stats"][0] == 0
    with pytest.raises(InputError, match=r"E-164 .*\[0\].*100 x 120.*100 x 100"):
        evaluate(truth, result, geometry="masks")


@pytest.mark.parametrize("form", [[[10.0, 10, 60, 10, 60, 60, 10, 60]], runs_of(50)])
def test_q25_results_without_boxes_in_other_forms(form: Any) -> None:
    truth = masked(form)
    result = [{"image_id": 1, "category_id": 1, "score": 0.9, "segmentation": form}]
    with pytest.raises(TypeError):
        reference_coco(truth, result, kind="segm")
    found = evaluate(truth, result, geometry="masks")
    assert found.metrics["AP"] == pytest.approx(1)
    assert found.metrics["APm"] == pytest.approx(1)


def test_q26_polygons_in_an_image_of_0_by_0() -> None:
    truth = masked([[10.0, 10, 60, 10, 60, 60, 10, 60]])
    truth["images"][0] |= {"width": 0, "height": 0}
    result = [{"image_id": 1, "category_id": 1, "score": 0.9, "segmentation": compressed(runs_of(50))}]
    assert reference_coco(truth, result, kind="segm")["stats"][0] == 0
    with pytest.raises(InputError, match=r"E-164 .*annotations\[0\].*size of the image is unknown"):
        evaluate(truth, result, geometry="masks")


@pytest.mark.parametrize("size", [(0, 0), (0, 100), (100, 0)])
@pytest.mark.parametrize("outlined", [True, False])
def test_q26_outlines_of_results_in_an_image_without_an_area(size: tuple[int, int], outlined: bool) -> None:
    """A run length of the truth must not lend its size to a polygon, or to a box in the place of one."""
    truth = masked(compressed(runs_of(50)))
    result = {"image_id": 1, "category_id": 1, "score": 0.9, "bbox": [10.0, 10, 50, 50]}
    if outlined:
        result["segmentation"] = [[10.0, 10, 60, 10, 60, 60, 10, 60]]
    truth["images"][0] |= {"width": size[0], "height": size[1]}
    assert reference_coco(truth, [result], kind="segm")["stats"][0] == 0
    with pytest.raises(InputError, match=r"E-164 .*width and height"):
        evaluate(truth, [result], geometry="masks")


def test_q27_image_ids_of_two_kinds() -> None:
    box = {"category_id": 1, "bbox": ONE_BOX}
    ids = [3.0, 2**53 + 1]
    truth = truth_of(*({"image_id": key, "iscrowd": 0, "area": 400.0} for key in ids))
    truth["images"] = [{"id": key, "width": 100, "height": 100} for key in ids]
    hit, missed = ({**box, "image_id": ids[0], "score": 0.9}, {**box, "image_id": ids[1], "score": 0.8})
    missed["bbox"] = [60.0, 60, 20, 20]
    # The second image is lost, and its miss with it.
    assert reference_coco(truth, [hit, missed])["stats"][0] == pytest.approx(1)
    assert evaluate(truth, [hit, missed]).metrics["AP"] == pytest.approx(51 / 101)


def test_q28_whole_keypoints_beyond_doubles() -> None:
    # 2**53 + 3 is no double: a detection two pixels beside it lies one or three away where that is rounded.
    far = 2**53 + 3
    truth = truth_of({"keypoints": [far, 5, 2] * 17, "num_keypoints": 17, "area": 1600.0})
    truth["categories"][0]["name"] = "person"
    results = [
        {"image_id": 1, "category_id": 1, "score": 0.9, "keypoints": [place, 5, 2] * 17}
        for place in (far - 3, float(far - 3))
    ]
    exact, rounded = (reference_coco(truth, [each], kind="keypoints")["stats"][0] for each in results)
    assert exact != rounded
    for each in results:
        with pytest.raises(InputError, match=r"E-170 .*reach 2\*\*53"):
            evaluate(truth, [each], geometry="keypoints")
