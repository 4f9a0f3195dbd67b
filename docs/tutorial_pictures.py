"""The pictures of the tutorials, from the numbers on the page: `python docs/tutorial_pictures.py`."""

from __future__ import annotations

from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import Circle, FancyBboxPatch, Polygon, Rectangle

import truebox as tb

INK, GREY, TRUTH, PREDICTION = "#222b38", "#98a2b3", "#00798c", "#d1495b"
Corners = tuple[float, float, float, float]


def draw(folder: Path) -> None:
    """Write every picture into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    # Text without paths and no date: the same numbers give the same file.
    with plt.rc_context({"svg.hashsalt": "truebox", "font.size": 11, "text.color": INK}):
        for name, picture in (
            ("two-boxes", two_boxes),
            ("thresholds", boxes_at_thresholds),
            ("sliding", sliding_box),
            ("suppression", suppression),
        ):
            figure = picture()
            figure.savefig(folder / f"{name}.svg", metadata={"Date": None})
            plt.close(figure)


def _box(axes: Axes, corners: Corners, colour: str, **style: object) -> None:
    x0, y0, x1, y1 = corners
    look = {"fill": False, "linewidth": 2.2, **style}
    axes.add_patch(Rectangle((x0, y0), x1 - x0, y1 - y0, edgecolor=colour, **look))


def _as_image(axes: Axes, x: tuple[float, float], y: tuple[float, float]) -> None:
    """No axes; one unit is as long across as down, and y grows downwards."""
    axes.set(xlim=x, ylim=y[::-1], aspect="equal")
    axes.set_axis_off()


def _car(axes: Axes, x: float, y: float, width: float, colour: str) -> None:
    """A car from the side: its body starts at `x`, its roof at `y`, and it is a third as high as wide."""
    unit = width / 144
    spot = np.array([x, y])
    roof = np.array([(30, 20), (46, 2), (88, 0), (112, 20)]) * unit + spot
    axes.add_patch(Polygon(roof, facecolor=colour, edgecolor="none"))
    for glass in ([(38, 19), (49, 6), (66, 5), (66, 19)], [(70, 19), (70, 5), (86, 5), (102, 19)]):
        axes.add_patch(Polygon(np.array(glass) * unit + spot, facecolor="#eaf3f8", edgecolor="none"))
    body = FancyBboxPatch(
        tuple(spot + np.array([3, 20]) * unit),
        138 * unit,
        18 * unit,
        boxstyle=f"round,pad=0,rounding_size={7 * unit}",
        facecolor=colour,
        edgecolor="none",
    )
    axes.add_patch(body)
    for center in (32, 112):
        for radius, tone in ((11, INK), (5, "#c9d2dc")):
            axes.add_patch(Circle(tuple(spot + np.array([center, 37]) * unit), radius * unit, facecolor=tone))


def _street(axes: Axes, x: tuple[float, float], y: tuple[float, float], road: float) -> None:
    axes.add_patch(Rectangle((x[0], y[0]), x[1] - x[0], road - y[0], facecolor="#f3f1ec", edgecolor="none"))
    axes.add_patch(Rectangle((x[0], road), x[1] - x[0], y[1] - road, facecolor="#dfe1e4", edgecolor="none"))


def two_boxes() -> plt.Figure:
    """The car of the first section, with what the boxes share."""
    truth, prediction = (54, 66, 198, 114), (39, 63, 203, 112)
    figure, axes = plt.subplots(figsize=(7.4, 3.7), layout="constrained")
    across, down = (14, 232), (34, 136)
    _street(axes, across, down, 104)
    _car(axes, 54, 66, 144, "#edae49")
    shared = Rectangle((54, 66), 144, 46, facecolor=INK, alpha=0.12, edgecolor="none")
    axes.add_patch(shared)
    _box(axes, truth, TRUTH)
    _box(axes, prediction, PREDICTION)
    value = tb.iou(prediction, truth, pixels="inclusive")
    axes.text(39, 60, "prediction (39, 63, 203, 112)", color=PREDICTION, va="bottom")
    axes.text(198, 117.5, "truth (54, 66, 198, 114)", color=TRUTH, va="top", ha="right")
    axes.text(203, 60, f"IoU {value:.3f}", ha="right", va="bottom", weight="bold", fontsize=13)
    _as_image(axes, across, down)
    return figure


def boxes_at_thresholds() -> plt.Figure:
    """What an IoU near three thresholds looks like, in three ways."""
    reference = tb.Box(50, 50, 150, 150)
    known = tb.boxes.boxes_at_thresholds(reference, step=1)
    names = {"grow": "too large", "shift": "in the wrong place", "shrink": "too small"}
    figure, grid = plt.subplots(3, 3, figsize=(7.4, 7.6), layout="constrained")
    for line, threshold in zip(grid, (0.5, 0.75, 0.95), strict=True):
        for axes, (how, name) in zip(line, names.items(), strict=True):
            found = known[how][threshold]
            _box(axes, reference.as_tuple(), TRUTH, fill=True, facecolor="#00798c22")
            _box(axes, found.as_tuple(), PREDICTION)
            title = f"IoU {reference.iou(found):.3f}"
            axes.set_title(f"{name}\n{title}" if threshold == 0.5 else title, fontsize=11, color=INK)
            _as_image(axes, (24, 188), (24, 176))
    return figure


def sliding_box() -> plt.Figure:
    """IoU, GIoU, DIoU and NWD of a box that slides away from its target."""
    distance = np.linspace(0, 30, 241)
    moved = np.tile([0.0, 0, 10, 10], (241, 1))
    moved[:, [0, 2]] += distance[:, None]
    target = np.tile([0.0, 0, 10, 10], (241, 1))
    figure, axes = plt.subplots(figsize=(7.4, 4.2), layout="constrained")
    looks = {"nwd": ("#30638e", 1.8), "giou": (PREDICTION, 2.2), "diou": ("#edae49", 2.2), "iou": (INK, 2.6)}
    ends = {"nwd": 0.13, "iou": 0.0, "diou": -0.59, "giou": -0.46}
    axes.axvspan(0, 10, color="#f2f4f7")
    axes.axhline(0, color=GREY, linewidth=0.8)
    for name, (colour, width) in looks.items():
        values = getattr(tb.overlap, f"elementwise_{name}")(moved, target)
        axes.plot(distance, values, color=colour, linewidth=width)
        label = {"iou": "IoU", "nwd": "NWD", "giou": "GIoU", "diou": "DIoU"}[name]
        axes.annotate(
            f"{label} {values[-1]:.2f}", (30, ends[name]), xytext=(8, 0), textcoords="offset points",
            va="center", color=colour, annotation_clip=False,
        )  # fmt: skip
    axes.text(5, -0.9, "boxes overlap", ha="center", color=GREY)
    axes.text(20, -0.9, "boxes lie apart", ha="center", color=GREY)
    axes.set(
        xlim=(0, 30),
        ylim=(-1, 1.02),
        yticks=(-1, -0.5, 0, 0.5, 1),
        xlabel="how far the box of 10 × 10 has moved",
    )
    axes.grid(axis="y", color="#e4e7ec")
    axes.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0)
    return figure


def suppression() -> plt.Figure:
    """The seven boxes of the page before and after suppression."""
    boxes = [
        (38, 60, 202, 116), (54, 66, 198, 114), (30, 72, 190, 122), (60, 58, 214, 110),
        (240, 78, 300, 116), (246, 72, 308, 112), (120, 20, 150, 52),
    ]  # fmt: skip
    scores = [0.71, 0.96, 0.42, 0.55, 0.88, 0.63, 0.37]
    kept = tb.nms(boxes, scores, iou_threshold=0.5).tolist()
    figure, pair = plt.subplots(2, 1, figsize=(7.4, 6.2), layout="constrained")
    for axes, rows, title in zip(pair, (range(7), kept), ("before", "after"), strict=True):
        _street(axes, (14, 330), (6, 134), 104)
        _car(axes, 54, 66, 144, "#edae49")
        _car(axes, 240, 88, 60, "#8ecae6")
        axes.add_patch(Circle((135, 36), 15, facecolor="#fbdf9d", edgecolor="none"))
        for row in rows:
            strong = row in kept
            colour = PREDICTION if strong else GREY
            _box(axes, boxes[row], colour, linewidth=2.4 if strong else 1.4)
            x0, y0, x1, y1 = boxes[row]
            # Labels stand where no other box of this picture has its corner.
            right = row in (3, 5)
            axes.text(
                x1 if right else x0, y1 + 2 if row == 2 else y0 - 2, f"{scores[row]:.2f}", color=colour,
                ha="right" if right else "left", va="top" if row == 2 else "bottom",
                fontsize=10, weight="bold" if strong else "normal",
                bbox={"facecolor": "#f3f1ec", "edgecolor": "none", "pad": 0.6} if strong else None,
            )  # fmt: skip
        axes.set_title(title, loc="left", color=INK)
        _as_image(axes, (14, 330), (6, 134))
    return figure


if __name__ == "__main__":
    draw(Path(__file__).parent / "tutorials" / "pictures")
