"""COCO files as entries of the metric, beside torchmetrics' own reading of them."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from truebox.errors import ArgumentError, TrueboxWarning  # noqa: E402  after the skip
from truebox.integrations.torchmetrics import MeanAveragePrecision  # noqa: E402  after the skip

_SQUARE = [[10, 10, 40, 10, 40, 35, 10, 35]]
_TRUTH = {
    "info": {},
    "images": [{"id": each, "width": 60, "height": 50} for each in (9, 2, 5, 7)],
    "categories": [{"id": 1, "name": "cat"}, {"id": 4, "name": "dog"}],
    "annotations": [
        {"id": 1, "image_id": 5, "category_id": 4, "bbox": [10, 10, 30, 25], "area": 750, "iscrowd": 0},
        {"id": 2, "image_id": 9, "category_id": 1, "bbox": [1.25, 2, 3.1, 4], "area": 12.4, "iscrowd": 1},
        {"id": 3, "image_id": 5, "category_id": 1, "bbox": [0, 0, 9, 9], "area": 81, "iscrowd": 0},
    ],
}
_FOUND = [
    {"image_id": 5, "category_id": 4, "bbox": [11, 9, 30, 25], "score": 0.75},
    {"image_id": 5, "category_id": 1, "bbox": [0.1, 0.2, 9, 9], "score": 0.3},
]


def files(folder: Path, found: list[dict[str, Any]]) -> tuple[str, str]:
    truth = {**_TRUTH, "annotations": [{**row, "segmentation": _SQUARE} for row in _TRUTH["annotations"]]}
    for name, content in (("truth", truth), ("found", found)):
        (folder / f"{name}.json").write_text(json.dumps(content))
    return str(folder / "found.json"), str(folder / "truth.json")


def assert_same_entries(ours: Any, theirs: Any) -> None:
    assert len(ours) == len(theirs)
    for one, other in zip(ours, theirs, strict=True):
        assert sorted(one) == sorted(other)
        for name, values in other.items():
            assert one[name].dtype == values.dtype, name
            assert one[name].shape == values.shape, name
            assert torch.equal(one[name], values), name


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", ["bbox", "segm", ("bbox", "segm"), ("bbox",)], ids=str)
def test_the_entries_are_those_of_torchmetrics(kind, tmp_path):
    pytest.importorskip("torchmetrics")
    helpers = pytest.importorskip("torchmetrics.detection.helpers")
    found = [dict(row) for row in _FOUND]
    if "segm" in kind:
        from pycocotools import mask

        runs = mask.frPyObjects({"size": [50, 60], "counts": [500, 1250, 1250]}, 50, 60)
        coded = {"size": [50, 60], "counts": runs["counts"].decode()}
        found = [{**row, "segmentation": coded} for row in found]
        found = [{name: value for name, value in row.items() if name != "bbox"} for row in found]
        if "bbox" in kind:
            found = [{**row, "bbox": [1, 2, 3, 4]} for row in found]
    paths = files(tmp_path, found)
    theirs = helpers.CocoBackend.coco_to_tm(*paths, iou_type=kind, backend="pycocotools")
    for ours in (
        MeanAveragePrecision.coco_to_tm(*paths, kind),
        MeanAveragePrecision().coco_to_tm(*paths, kind),
    ):
        for side in (0, 1):
            assert_same_entries(ours[side], theirs[side])


def test_the_entries_are_taken_by_the_metric(tmp_path):
    from truebox.integrations.pycocotools import COCO, COCOeval

    found, truth = files(tmp_path, _FOUND)
    metric = MeanAveragePrecision(box_format="xywh", iou_thresholds=[0.5], rec_thresholds=[0.0, 0.5, 1.0])
    metric.update(*metric.coco_to_tm(found, truth))
    loaded = COCO(truth)
    evaluation = COCOeval(loaded, loaded.loadRes(found), "bbox")
    evaluation.params.iouThrs, evaluation.params.recThrs = [0.5], [0.0, 0.5, 1.0]
    evaluation.evaluate()
    evaluation.accumulate()
    table = evaluation.eval["precision"][..., 0, -1]
    assert float(metric.compute()["map"]) == pytest.approx(table[table > -1].mean(), rel=1e-6)


def test_predictions_where_the_truth_has_nothing_are_left_out_and_said(tmp_path):
    stray = {"image_id": 7, "category_id": 1, "bbox": [0, 0, 9, 9], "score": 0.9}
    paths = files(tmp_path, [*_FOUND, stray, stray])
    with pytest.warns(TrueboxWarning, match="2 predictions on 1 image without any object"):
        preds, target = MeanAveragePrecision.coco_to_tm(*paths)
    assert [len(each["scores"]) for each in preds] == [2, 0]
    assert [len(each["labels"]) for each in target] == [2, 1]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        MeanAveragePrecision.coco_to_tm(*files(tmp_path, _FOUND))


def test_another_kind_is_refused(tmp_path):
    with pytest.raises(ValueError, match="keypoints"):
        MeanAveragePrecision.coco_to_tm(*files(tmp_path, _FOUND), iou_type="keypoints")


def test_what_was_seen_cannot_be_written_and_it_is_said_what_can():
    with pytest.raises(ArgumentError, match=r"mine_preds\.json.*write_coco_truth"):
        MeanAveragePrecision().tm_to_coco("mine")
