from __future__ import annotations

import inspect

import pytest

from truebox import losses
from truebox.errors import ArgumentError
from truebox.integrations.loss_options import chosen_options, class_signature, described, options_of


def test_options_are_those_of_the_function():
    assert options_of(losses.inner_iou_loss) == {
        "ratio": 0.7,
        "base": "iou",
        "box_format": "xyxy",
        "image_size": None,
    }
    assert options_of(losses.mpdiou_loss)["image_size"] is inspect.Parameter.empty


def test_every_loss_has_options():
    assert all(options_of(getattr(losses, name)) for name in losses.__all__)


def test_unknown_and_missing_options_are_refused():
    defaults = {"unit": inspect.Parameter.empty, "box_format": "xyxy"}
    assert chosen_options("Loss", defaults, {"unit": "degrees"}) == {"unit": "degrees", "box_format": "xyxy"}
    with pytest.raises(ArgumentError, match="Loss has no option 'boxformat'; it takes unit, box_format"):
        chosen_options("Loss", defaults, {"boxformat": "xywh"})
    with pytest.raises(
        ArgumentError, match="Loss needs unit, which has no default; it takes unit, box_format"
    ):
        chosen_options("Loss", defaults, {})


def test_help_shows_them():
    shown = class_signature({"unit": inspect.Parameter.empty, "box_format": "xyxy"})
    assert str(shown) == "(*, unit, box_format='xyxy')"
    text = described("One.\n\n    Examples\n    --------\n    >>> 1\n    1", {"unit": 1}, "Said.")
    assert text == "One.\n\nParameters\n----------\nunit\n    Said.\n\nExamples\n--------\n>>> 1\n1"


def test_an_unknown_box_format_is_refused_at_once():
    with pytest.raises(ArgumentError, match="box_format is 'xyhw'; expected one of xyxy"):
        chosen_options("IoULoss", {"box_format": "xyxy"}, {"box_format": "xyhw"})
    assert chosen_options("IoULoss", {"box_format": "xyxy"}, {"box_format": "yolo"}) == {"box_format": "yolo"}
