from __future__ import annotations

import sys

import pytest

from truebox.integrations import pycocotools as ours
from truebox.integrations.pycocotools import replace_pycocotools


@pytest.fixture(autouse=True)
def _as_before():
    before = {name: module for name, module in sys.modules.items() if name.split(".")[0] == "pycocotools"}
    yield
    for name in [name for name in sys.modules if name.split(".")[0] == "pycocotools"]:
        del sys.modules[name]
    sys.modules.update(before)


def test_every_way_of_importing_finds_the_names():
    replace_pycocotools()
    import pycocotools
    import pycocotools.mask as masks
    from pycocotools import _mask, coco, cocoeval, mask
    from pycocotools.coco import COCO, maskUtils
    from pycocotools.cocoeval import COCOeval, Params

    assert COCO is ours.COCO is coco.COCO
    assert COCOeval is ours.COCOeval is cocoeval.COCOeval is pycocotools.cocoeval.COCOeval
    assert Params is ours.Params
    assert masks is mask is maskUtils is pycocotools.mask
    assert _mask.iou is mask.iou


def test_what_stood_there_comes_back():
    from pycocotools.coco import COCO as Theirs

    with replace_pycocotools() as held:
        from pycocotools.coco import COCO

        assert COCO is ours.COCO
        assert repr(held).startswith("Replaced(pycocotools")
    from pycocotools.coco import COCO

    assert COCO is Theirs


def test_nothing_is_left_where_nothing_stood():
    for name in [name for name in sys.modules if name.split(".")[0] == "pycocotools"]:
        del sys.modules[name]
    replace_pycocotools().restore()
    assert "pycocotools" not in sys.modules


@pytest.mark.parametrize("module", ["coco", "cocoeval", "mask", "_mask"])
def test_no_public_name_of_the_reference_is_missing(module):
    import importlib

    theirs = importlib.import_module(f"pycocotools.{module}")
    own = importlib.import_module(f"truebox.integrations.pycocotools.{module}")
    skipped = {"Masks", "RLEs", "PYTHON_VERSION", "urlretrieve"}
    public = {
        name
        for name, value in vars(theirs).items()
        if not name.startswith("_") and type(value).__name__ != "module" and name not in skipped
    }
    assert public - {"defaultdict"} <= set(vars(own))
    for name in ("COCO", "COCOeval", "Params"):
        if hasattr(theirs, name):
            methods = {each for each in vars(getattr(theirs, name)) if not each.startswith("__")}
            assert methods <= set(dir(getattr(own, name)))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", ["bbox", "segm"])
def test_torchmetrics_with_this_backend_gives_the_same(kind):
    torch = pytest.importorskip("torch")
    pytest.importorskip("torchvision")
    detection = pytest.importorskip("torchmetrics.detection")
    from torch_batches import batches

    def answer():
        metric = detection.MeanAveragePrecision(iou_type=kind, class_metrics=True, backend="pycocotools")
        for preds, target in batches(5, 4, masks=kind == "segm"):
            metric.update(preds, target)
        return metric.compute()

    before = answer()
    with replace_pycocotools():
        import pycocotools.coco

        assert pycocotools.coco.COCO is ours.COCO
        after = answer()
    assert set(before) == set(after)
    for name, value in before.items():
        assert torch.equal(value, after[name]), name


def test_the_steps_of_the_reference_demonstration(tmp_path, capsys):
    """What ``pycocoEvalDemo`` does: files, each kind of overlap, a hundred images of the list, the lines."""
    import json

    import numpy as np
    from drop_in_worlds import MAKERS

    said = []
    for replaced in (False, True):
        if replaced:
            replace_pycocotools()
        from pycocotools.coco import COCO
        from pycocotools.cocoeval import COCOeval

        for kind in ("segm", "bbox", "keypoints"):
            truth, found = MAKERS[kind](np.random.default_rng(8))
            (tmp_path / "truth.json").write_text(json.dumps(truth))
            (tmp_path / "found.json").write_text(json.dumps(found))
            loaded = COCO(tmp_path / "truth.json")
            results = loaded.loadRes(str(tmp_path / "found.json"))
            images = sorted(loaded.getImgIds())[0:100]
            evaluation = COCOeval(loaded, results, kind)
            evaluation.params.imgIds = images
            evaluation.evaluate()
            evaluation.accumulate()
            evaluation.summarize()
        printed = [line for line in capsys.readouterr().out.splitlines() if "t=" not in line]
        said.append(printed)
        assert (COCO is ours.COCO) == replaced
    assert said[0] == said[1]
    assert sum("Average" in line for line in said[0]) == 12 + 12 + 10
