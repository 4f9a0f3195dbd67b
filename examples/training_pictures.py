"""What a training leaves to look at: the curve of the box IoU, and a few predictions beside the truth."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

import truebox as tb
from truebox.generation import ToyBoxes

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
    axes = tb.plotting.plot_history(history)
    axes.set(ylim=(0, 1), title="Mean box IoU")
    axes.figure.savefig(folder / "history.png", dpi=110)
    # The first ones of either ground, not the best ones.
    rows = np.concatenate([np.flatnonzero(kind)[:_EACH] for kind in (~seen.textured, seen.textured)])
    figure = tb.plotting.plot_predictions(
        seen.pictures[rows], seen.boxes[rows], np.asarray(predicted)[rows], box_format="rel_cxcywh"
    )
    figure.savefig(folder / "predictions.png", dpi=90)
    print(f"on plain ground {grounds['plain']:.3f}, on textured ground {grounds['textured']:.3f}")
    print(f"wrote history.json, history.png and predictions.png to {folder}")
