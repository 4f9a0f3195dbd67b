"""The curves of a training."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from truebox.errors import ArgumentError
from truebox.plotting import plot_history

RECORDED = {"loss": [1.2, 0.7], "box_iou": [0.3, None], "val_loss": [1.1, 0.8], "val_box_iou": [0.2, 0.5]}


def texts(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def test_every_entry_is_a_curve_and_twins_share_a_colour():
    ax = plot_history(RECORDED)
    loss, iou, val_loss, _ = ax.lines
    assert loss.get_ydata().tolist() == [1.2, 0.7]
    assert loss.get_xdata().tolist() == [1, 2]
    assert loss.get_color() == val_loss.get_color() != iou.get_color()
    assert (loss.get_linestyle(), val_loss.get_linestyle()) == ("--", "-")
    # The last value that is known.
    assert texts(ax) == ["loss: 0.700", "box_iou: 0.300", "val_loss: 0.800", "val_box_iou: 0.500"]


def test_a_history_of_keras_and_chosen_names():
    ax = plot_history(SimpleNamespace(history=RECORDED), ["val_box_iou"], first_epoch=0)
    assert texts(ax) == ["val_box_iou: 0.500"]
    assert ax.lines[0].get_xdata().tolist() == [0, 1]


def test_training_and_validation_are_twins():
    training, validation = plot_history({"training": [0.5], "validation": [0.4]}).lines
    assert training.get_color() == validation.get_color()


@pytest.mark.parametrize(
    ("history", "names", "said"),
    [
        ({}, None, "history is empty"),
        ([1, 2], None, "history is list"),
        (RECORDED, ["accuracy"], "lacks 'accuracy'; it has 'loss'"),
        ({"loss": "low"}, None, "expected a list of numbers"),
    ],
)
def test_refused(history, names, said):
    with pytest.raises(ArgumentError, match=said):
        plot_history(history, names)
