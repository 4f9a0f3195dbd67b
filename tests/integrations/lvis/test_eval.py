from __future__ import annotations

import contextlib
import copy
import io
import json
import logging
import sys
import types

import numpy as np
import pytest
from drop_in_pair import assert_equal
from federated_worlds import federated_world

import truebox as tb
from truebox.integrations import lvis as ours

pytestmark = pytest.mark.filterwarnings("ignore")


def _theirs(monkeypatch):
    monkeypatch.setattr(np, "float", float, raising=False)  # the package is older than NumPy 1.24
    if "cv2" not in sys.modules:  # it only draws
        monkeypatch.setitem(sys.modules, "cv2", types.ModuleType("cv2"))
    monkeypatch.setattr(logging.Logger, "warn", logging.Logger.warning, raising=False)
    return pytest.importorskip("lvis", reason="the reference of the protocol")


def _told(package, folder, truth, found, kind, most, **changes):
    path = folder / "truth.json"
    path.write_text(json.dumps(truth))
    loaded = package.LVIS(str(path))
    results = package.LVISResults(loaded, copy.deepcopy(found), max_dets=most)
    evaluation = package.LVISEval(loaded, results, kind)
    evaluation.params.max_dets = most
    for name, value in changes.items():
        setattr(evaluation.params, name, value)
    evaluation.run()
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        evaluation.print_results()
    tables = {key: value for key, value in evaluation.eval.items() if key not in ("date", "params")}
    held = evaluation.lvis_dt.load_anns(), evaluation.lvis_gt.dataset
    return [
        *(tables, dict(evaluation.results), evaluation.eval_imgs, evaluation.ious, printed.getvalue()),
        *(held, evaluation.freq_groups),
    ]


@pytest.mark.parametrize("kind", ["bbox", "segm"])
@pytest.mark.parametrize("seed", range(10))
def test_everything_is_as_by_the_reference(tmp_path, monkeypatch, kind, seed):
    theirs = _theirs(monkeypatch)
    rng = np.random.default_rng(seed)
    truth, found = federated_world(rng)
    most = int(rng.choice([300, 10, 25, -1]))
    changes = {"iou_thrs": np.array([0.5, 0.75]), "rec_thrs": [0.0, 0.5]} if seed % 2 else {}
    asked = truth, found, kind, most
    assert_equal(_told(ours, tmp_path, *asked, **changes), _told(theirs, tmp_path, *asked, **changes))


@pytest.mark.parametrize(("kind", "geometry"), [("bbox", "boxes"), ("segm", "masks")])
@pytest.mark.parametrize("seed", range(6))
def test_the_numbers_are_those_of_the_protocol(tmp_path, kind, geometry, seed):
    truth, found = federated_world(np.random.default_rng(seed))
    tables, results, *_ = _told(ours, tmp_path, truth, found, kind, 300)
    result = tb.evaluate(truth, found, protocol="lvis", geometry=geometry)
    assert [-1 if value is None else value for value in result.metrics.values()] == list(results.values())
    np.testing.assert_array_equal(result.to_coco_eval()["precision"][..., 0], tables["precision"])


@pytest.mark.parametrize(
    ("asked", "kind"),
    [((None, None, "boxes"), ValueError), ((None, [], "bbox"), TypeError)],
    ids=["type", "truth"],
)
def test_what_is_no_data_is_refused(asked, kind):
    with pytest.raises(kind):
        ours.LVISEval(*asked)


def test_steps_in_another_order_are_refused(tmp_path):
    truth, found = federated_world(np.random.default_rng(1))
    (tmp_path / "truth.json").write_text(json.dumps(truth))
    evaluation = ours.LVISEval(str(tmp_path / "truth.json"), found)
    with pytest.raises(RuntimeError, match="accumulate"):
        evaluation.summarize()
    with pytest.raises(TypeError, match="lvis_dt"):
        ours.LVISEval(str(tmp_path / "truth.json"), 5)
