"""Pictures with the true and the predicted box."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import ArgumentError
from truebox.plotting import plot_predictions

IMAGES = np.zeros((3, 20, 40, 3), np.uint8)
TRUTH = np.array([[0, 0, 10, 10], [0, 0, 10, 10], [5, 5, 15, 15]], float)
FOUND = np.array([[0, 0, 10, 5], [20, 0, 30, 10], [5, 5, 15, 15]], float)


def test_each_picture_has_its_boxes_and_their_iou():
    figure = plot_predictions(IMAGES, TRUTH, FOUND)
    assert [ax.get_title() for ax in figure.axes] == ["IoU 0.500", "IoU 0.000", "IoU 1.000"]
    for ax, true, found in zip(figure.axes, TRUTH, FOUND, strict=True):
        assert [patch.get_bbox().extents.tolist() for patch in ax.patches] == [true.tolist(), found.tolist()]
        assert ax.get_xlim() == (0, 40)
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["truth", "prediction"]


def test_fractions_follow_the_size_of_the_picture():
    ax = plot_predictions(IMAGES[:1], [[0.5, 0.5, 0.5, 1]], [[0.5, 0.5, 1, 1]], box_format="rel_cxcywh").axes[
        0
    ]
    assert ax.patches[0].get_bbox().extents.tolist() == [10, 0, 30, 20]
    assert ax.get_title() == "IoU 0.500"


def test_the_first_ones_are_shown_and_grey_ones_too():
    figure = plot_predictions([np.zeros((9, 9, 1))] * 3, TRUTH, FOUND, most=2, columns=1, legend=False)
    assert [ax.get_title() for ax in figure.axes] == ["IoU 0.500", "IoU 0.000"]
    assert not figure.legends


def test_tensors():
    torch = pytest.importorskip("torch")
    figure = plot_predictions(torch.zeros(1, 8, 8, 3), torch.tensor(TRUTH[:1]), torch.tensor(FOUND[:1]))
    assert figure.axes[0].get_title() == "IoU 0.500"


@pytest.mark.parametrize(
    ("images", "options", "said"),
    [
        (IMAGES[:2], {}, "2 images, 3 boxes of truth"),
        (IMAGES, {"most": 0}, "most=0"),
        (np.zeros((3, 3, 20, 40)), {}, "move the colours to the last axis"),
    ],
)
def test_refused(images, options, said):
    with pytest.raises(ArgumentError, match=said):
        plot_predictions(images, TRUTH, FOUND, **options)
