"""The grid of thresholds."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb
from truebox.errors import ArgumentError
from truebox.plotting import plot_gallery, plot_one_against_many, plot_thresholds

ONE = (50, 50, 150, 150)
THRESHOLDS = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95]  # COCO's ten


def boxes_of(ax):
    return [patch.get_bbox().extents for patch in ax.patches]


def is_held(ax, box):
    left, right, below, above = *ax.get_xlim(), *ax.get_ylim()
    return left <= box[0] and box[2] <= right and above <= box[1] and box[3] <= below


def test_ten_panels_of_one_box_and_three_that_just_pass():
    figure = plot_thresholds(ONE)
    assert len(figure.axes) == 10
    for ax, threshold in zip(figure.axes, THRESHOLDS, strict=True):
        truth, *others = boxes_of(ax)
        assert truth.tolist() == list(ONE)
        assert np.allclose(tb.pairwise_iou(np.array(others), [ONE])[:, 0], threshold)
        assert ax.get_title() == f"IoU {threshold:.3f}"


def test_whole_pixels_say_what_they_reach():
    # 100 x 100 beside 138 x 138, 72 x 72 and a shift by 31: 10000/19044, 5184/10000, 6900/13100.
    ax = plot_thresholds(ONE, thresholds=[0.5], step=1).axes[0]
    assert ax.get_title() == "IoU ≥ 0.50\n0.525 · 0.518 · 0.527"


@pytest.mark.parametrize("image", [None, np.zeros((120, 140, 3), np.uint8)])
def test_all_panels_share_limits_that_hold_every_box(image):
    figure = plot_thresholds((60, 10, 130, 110), image)
    limits = {(*ax.get_xlim(), *ax.get_ylim()) for ax in figure.axes}
    assert len(limits) == 1
    boxes = [box for ax in figure.axes for box in boxes_of(ax)]
    assert max(box[2] for box in boxes) > 140  # beyond the picture: limits of the picture would cut it
    assert all(is_held(figure.axes[0], box) for box in boxes)


def test_one_legend_or_none():
    figure = plot_thresholds(ONE, ways=["shift"])
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["truth", "shifted"]
    assert all(ax.get_legend() is None for ax in figure.axes)
    assert not plot_thresholds(ONE, legend=False).legends
    assert plot_gallery(ONE, legend=False).get_legend() is None
    assert plot_one_against_many(ONE, [ONE], legend=False).get_legend() is None


def test_other_numbers_of_panels():
    assert len(plot_thresholds(ONE, thresholds=[0.3, 0.5, 0.7]).axes) == 3
    assert len(plot_thresholds(ONE, thresholds=np.linspace(0.3, 0.9, 7)).axes) == 7


def test_a_notebook_shows_it():
    assert plot_thresholds(ONE, thresholds=[0.5])._repr_png_().startswith(b"\x89PNG")


def test_relatives_hold_boxes_beyond_the_picture():
    ax = tb.plotting.plot_iou((10, 10, 30, 30), (-8, 10, 30, 55), image=np.zeros((40, 50, 3), np.uint8))
    assert all(is_held(ax, box) for box in boxes_of(ax))
    assert ax.get_xlim()[1] == 50


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"ways": ["turn"]}, "expected some of 'grow', 'shrink' and 'shift'"),
        ({"ways": []}, "expected some of 'grow', 'shrink' and 'shift'"),
        ({"thresholds": []}, "thresholds is empty"),
        ({"thresholds": [0.0]}, "0"),
    ],
)
def test_refused(options, said):
    with pytest.raises(ArgumentError, match=said):
        plot_thresholds(ONE, **options)


def test_labels_stand_above():
    figure = plot_thresholds(ONE, thresholds=[0.4, 0.9], labels=["poor", "excellent"])
    assert [ax.get_title() for ax in figure.axes] == ["poor\nIoU 0.400", "excellent\nIoU 0.900"]
    with pytest.raises(ArgumentError, match="labels has 1 entries, but there are 2 thresholds"):
        plot_thresholds(ONE, thresholds=[0.4, 0.9], labels=["poor"])
