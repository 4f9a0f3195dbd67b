from __future__ import annotations

import copy
import inspect
import pickle

import pytest

pytest.importorskip("torch")


def modules():
    from truebox.integrations import torch as integration

    return integration


def test_help_shows_options_and_parameters():
    loss = modules().NWDLoss
    assert list(inspect.signature(loss).parameters) == ["box_format", "image_size", "constant", "reduction"]
    assert "box_format, image_size, constant, reduction\n    As in the function" in loss.__doc__
    assert loss.__doc__.index("Parameters") < loss.__doc__.index("Examples")


def test_modules_are_copied_and_pickled():
    module = modules().MPDIoULoss((640, 480), reduction="sum")
    for again in (copy.deepcopy(module), pickle.loads(pickle.dumps(module))):
        assert again.options == module.options
    assert repr(module) == "MPDIoULoss(box_format='xyxy', image_size=(640, 480), reduction='sum')"
