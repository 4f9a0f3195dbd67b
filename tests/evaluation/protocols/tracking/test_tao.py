"""TAO as a protocol: which classes and frames count, by hand, and what is refused."""

from __future__ import annotations

import json

import pytest
from tao_files import box, truth

from truebox.errors import InputError
from truebox.evaluation import evaluate, evaluate_tracks

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def evaluated(folder, content, results, **options):
    gt, dt = folder / "gt.json", folder / "dt.json"
    gt.write_text(json.dumps(content))
    dt.write_text(json.dumps(results))
    return evaluate_tracks(gt, dt, fit_test=False, **options)


def test_it_is_recognised_and_classes_with_a_track_are_evaluated(tmp_path):
    result = evaluated(tmp_path, truth(), [box(10), box(11)])
    assert result.protocol == "tao"
    assert [each.code for each in result.warnings] == ["W-587"]
    assert [part.name for part in result.per_class] == ["dog"]
    # two of three frames: counts up to IoU .65
    assert result.metrics["AP"] == pytest.approx(0.4)
    assert result.metrics["AP-short"] == result.metrics["AP"]
    assert result.undefined["AP-long"] == "there is no true track of such a length"


def test_a_class_counts_where_it_was_looked_for(tmp_path):
    """Three videos without the class: known to be absent in one, labelled in part in one, unknown in one."""
    content = truth()
    for number, lists in ((2, ([4], [])), (3, ([], [4])), (4, ([], []))):
        claims = dict(zip(("neg_category_ids", "not_exhaustive_category_ids"), lists, strict=True))
        content["videos"].append({"id": number, "name": f"v{number}", **claims})
        content["images"].append({"id": 10 * number, "video_id": number, "frame_index": 0})
        other = {"image_id": 10 * number, "track_id": number, "category_id": 5, "bbox": [0, 0, 9, 9]}
        content["annotations"].append(other)
    result = evaluated(tmp_path, content, [box(image, track=image) for image in (20, 30, 40)])
    (dog,) = (part for part in result.per_class if part.name == "dog")
    assert [part.detections for part in result.per_sequence] == [0, 1, 0, 0]
    assert dog.metrics["CLR_FP"] == 1


def test_a_box_beyond_those_labelled_in_part_is_neither_right_nor_wrong(tmp_path):
    content = truth()
    content["videos"][0]["not_exhaustive_category_ids"] = [4]
    far = [box(10 + k, track=8, bbox=[500, 0, 9, 9]) | {"score": 1.0} for k in range(3)]
    result = evaluated(tmp_path, content, [box(10), box(11), box(12), *far])
    assert (result.metrics["CLR_FP"], result.metrics["AP"]) == (0, pytest.approx(1))


def test_pictures_without_labels(tmp_path):
    """Not looked at in strict mode (M22), also where the class is known to be absent."""
    content = truth()
    content["videos"].append(
        {"id": 2, "name": "v2", "neg_category_ids": [4], "not_exhaustive_category_ids": []}
    )
    content["images"].append({"id": 20, "video_id": 2, "frame_index": 0})
    results = [box(10), box(20, track=3)]
    counted = [
        evaluated(tmp_path, content, results, mode=mode).detections for mode in ("strict", "corrected")
    ]
    assert counted == [1, 2]


def test_merged_classes_are_one(tmp_path):
    content = truth()
    content["categories"][0]["merged"] = [{"id": 5}]
    result = evaluated(tmp_path, content, [box(10 + k, kind=5) for k in range(3)])
    assert result.metrics["HOTA"] == 1.0


def test_the_best_300_of_a_picture(tmp_path):
    many = [box(10, track=100 + k, bbox=[9.0 * k, 500, 5, 5]) | {"score": 0.9} for k in range(300)]
    result = evaluated(tmp_path, truth(), [*many, box(10) | {"score": 0.1}])
    assert (result.detections, result.metrics["CLR_TP"]) == (300, 0)


def test_no_results_at_all(tmp_path):
    result = evaluated(tmp_path, truth(), [])
    assert (result.protocol, result.metrics["HOTA"], result.metrics["AP"]) == ("tao", 0.0, 0.0)


def test_a_truth_without_lists_of_classes_is_of_any_tracks(tmp_path):
    content = truth()
    del content["videos"][0]["neg_category_ids"]
    result = evaluated(tmp_path, content, [box(10 + k) for k in range(3)])
    assert (result.protocol, result.metrics["HOTA"]) == ("tracks", 1.0)
    with pytest.raises(InputError, match=r"E-441 .*park does not say which classes .*neg_category_ids"):
        evaluate(str(tmp_path / "gt.json"), str(tmp_path / "dt.json"), protocol="tao")


def test_other_tracks_are_refused():
    boxes = {"frames": [0], "ids": [1], "boxes": [[0, 0, 5, 5]]}
    with pytest.raises(InputError, match="E-581"):
        evaluate_tracks(boxes, boxes, protocol="tao")


def test_one_track_twice_in_a_picture(tmp_path):
    with pytest.raises(InputError, match=r"E-580 .*dt\.json\[1\]: track 7 occurs twice"):
        evaluated(tmp_path, truth(), [box(10), box(10)])
