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
