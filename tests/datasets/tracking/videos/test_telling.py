"""Files of YouTube-VIS are told from other JSON by a look at their bytes."""

from __future__ import annotations

import gzip

import pytest
from instance_files import LEFT, track, truth, written

from truebox.datasets import sides_are_tracked
from truebox.datasets.tracking.videos.telling import are_instances, is_instance_results
from truebox.evaluation import evaluate_tracks

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_both_files_are_recognised(tmp_path):
    gt, dt = written(tmp_path, truth(), "gt.json"), written(tmp_path, [track()], "dt.json")
    assert sides_are_tracked(str(gt), [str(dt)])
    assert not sides_are_tracked(str(dt), [str(dt)])
    packed = tmp_path / "dt.json.gz"
    packed.write_bytes(gzip.compress(dt.read_bytes()))
    assert is_instance_results(packed)
    truth_packed = tmp_path / "gt.json.gz"
    truth_packed.write_bytes(gzip.compress(gt.read_bytes()))
    assert are_instances(truth_packed)
    assert evaluate_tracks(truth_packed, packed, fit_test=False).metrics["IDF1"] == 2 / 3


def test_coco_files_are_not(tmp_path):
    gt = written(tmp_path, {"images": [], "annotations": [], "categories": []}, "gt.json")
    dt = written(tmp_path, [{"image_id": 1, "segmentation": LEFT, "bbox": [0, 0, 1, 1]}], "dt.json")
    assert not sides_are_tracked(str(gt), [str(dt)])
    assert not sides_are_tracked(str(gt), [str(written(tmp_path, [], "none.json"))])
