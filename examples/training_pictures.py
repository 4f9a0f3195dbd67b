"""What a training leaves to look at: the curve of the box IoU, and a few predictions beside the truth."""

from __future__ import annotations

import json
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import numpy as np
from matplotlib import pyplot as plt
from matplotlib.patches import Rectangle
from toy_boxes import SIDE, ToyBoxes

import truebox as tb

_INK, _TRAINING, _VALIDATION = "#222b38", "#98a2b3", "#d1495b"
_EACH = 6
"""Pictures shown of either kind of ground."""


def write_results(
    folder: Path, history: dict[str, list[float]], seen: ToyBoxes, predicted: np.ndarray
) -> None:
    """Write ``history.json``, ``history.png`` and ``predictions.png`` into `folder`.

    Parameters
    ----------
    folder : Path
        Made if it does not exist.
    history : dict
        ``"training"`` and ``"validation"``: the mean box IoU of each epoch.
    seen : ToyBoxes
        Pictures the network was not trained on.
    predicted : NDArray [N, 4]
        Its boxes for them, ``rel_cxcywh``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    iou = tb.elementwise_iou(np.asarray(predicted, np.float64), seen.boxes, box_format="rel_cxcywh")
    grounds = {"plain": float(iou[~seen.textured].mean()), "textured": float(iou[seen.textured].mean())}
    text = json.dumps({**history, "by_ground": grounds}, indent=2)
    (folder / "history.json").write_text(text + "\n", encoding="utf-8")
    _plot_history(history, folder / "history.png")
    _draw_predictions(seen, predicted, iou, folder / "predictions.png")
    print(f"on plain ground {grounds['plain']:.3f}, on textured ground {grounds['textured']:.3f}")
    print(f"wrote history.json, history.png and predictions.png to {folder}")


def _plot_history(history: dict[str, list[float]], path: Path) -> None:
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    epochs = np.arange(1, len(history["training"]) + 1)
    ends = {name: history[name][-1] for name in ("training", "validation")}
    apart = 0.02 if abs(ends["training"] - ends["validation"]) < 0.04 else 0.0
    for name, colour in (("training", _TRAINING), ("validation", _VALIDATION)):
        axes.plot(epochs, history[name], color=colour, linewidth=2.2, marker="o", markersize=4)
        up = apart if ends[name] == max(ends.values()) else -apart
        axes.annotate(
            f"{name} {ends[name]:.3f}",
            (epochs[-1], ends[name] + up),
            xytext=(9, 0),
            textcoords="offset points",
            va="center",
            color=_INK if name == "training" else colour,
            annotation_clip=False,
        )
    axes.set(xlabel="epoch", ylim=(0, 1), xlim=(0.6, epochs[-1] + 0.4))
    axes.set_title("Mean box IoU", loc="left", color=_INK, fontsize=12)
    axes.grid(axis="y", color="#e4e7ec")
    axes.set_axisbelow(True)
    axes.xaxis.get_major_locator().set_params(integer=True)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0, colors=_INK)
    figure.savefig(path, dpi=130)
    plt.close(figure)


def _draw_predictions(seen: ToyBoxes, predicted: np.ndarray, iou: np.ndarray, path: Path) -> None:
    # The first ones, not the best ones.
    rows = [np.flatnonzero(kind)[:_EACH] for kind in (~seen.textured, seen.textured)]
    figure, grid = plt.subplots(2, _EACH, figsize=(1.75 * _EACH, 4.3), layout="constrained")
    for axes in grid.flat:
        axes.set_axis_off()
    for line, shown in zip(grid, rows, strict=True):
        for axes, row in zip(line, shown, strict=False):
            axes.imshow(seen.pictures[row], extent=(0, SIDE, SIDE, 0), interpolation="nearest")
            _outline(axes, seen.boxes[row], "white", (0, (3, 2)))
            _outline(axes, predicted[row], _VALIDATION, "solid")
            axes.set_title(f"IoU {iou[row]:.2f}", fontsize=11, color=_INK, pad=4)
    figure.suptitle("dashed: truth    red: prediction", fontsize=10, color=_INK)
    figure.savefig(path, dpi=110)
    plt.close(figure)


def _outline(axes: plt.Axes, box: np.ndarray, colour: str, style: object) -> None:
    x0, y0, x1, y1 = tb.convert_boxes(
        np.asarray(box, np.float64), "rel_cxcywh", "xyxy", image_size=(SIDE, SIDE)
    ).tolist()
    # A dark line below keeps the outline visible on any ground.
    for edge, width, line in ((_INK, 2.6, "solid"), (colour, 1.4, style)):
        axes.add_patch(
            Rectangle((x0, y0), x1 - x0, y1 - y0, fill=False, edgecolor=edge, linewidth=width, linestyle=line)
        )
