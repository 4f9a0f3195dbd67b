from __future__ import annotations

import inspect

import pytest

from truebox.errors import ArgumentError

keras = pytest.importorskip("keras")


def objects():
    from truebox.integrations import keras as integration

    return integration


def test_help_shows_options_and_parameters():
    loss = objects().NWDLoss
    names = ["box_format", "image_size", "constant", "name", "reduction", "dtype"]
    assert list(inspect.signature(loss).parameters) == names
    assert "As in the function" in loss.__doc__


def test_a_wrong_option_is_refused():
    with pytest.raises(ArgumentError, match="GIoULoss has no option 'boxformat'"):
        objects().GIoULoss(boxformat="xywh")
    with pytest.raises(ArgumentError, match="MPDIoULoss needs image_size"):
        objects().MPDIoULoss()


def test_sizes_are_tuples_also_after_loading():
    config = objects().MPDIoULoss(image_size=[640, 480]).get_config()
    assert config["image_size"] == (640, 480)
    assert objects().MPDIoULoss.from_config({**config, "image_size": [640, 480]}).get_config() == config
