"""Pictures of the pages about evaluating, masks, keypoints and drawing, made by the package itself.

`python docs/page_pictures.py` writes them anew.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from PIL import Image

import truebox as tb
from truebox import drawing, plotting

# The pose of tutorials/keypoints.md: a hidden ear, and an ankle that is not labelled.
POSE = np.array([[
    (80, 40, 2), (86, 34, 2), (74, 34, 2), (94, 37, 2), (67, 37, 1), (105, 68, 2), (56, 68, 2), (119, 99, 2),
    (45, 102, 2), (127, 130, 2), (39, 134, 2), (97, 133, 2), (65, 134, 2), (100, 178, 2), (62, 179, 2),
    (103, 222, 2), (59, 224, 0),
]], float)  # fmt: skip


def draw(folder: Path) -> None:
    """Write every picture into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in (("overlap", overlap), ("two-masks", two_masks), ("pose", pose), ("drawn", drawn)):
        picture().save(folder / f"{name}.png", optimize=True)
    with warnings.catch_warnings(), plt.rc_context({"svg.hashsalt": "truebox"}):
        warnings.simplefilter("ignore", tb.errors.TrueboxWarning)
        for name, axes in charts().items():
            axes.figure.savefig(folder / f"{name}.svg", metadata={"Date": None}, bbox_inches="tight")
            plt.close(axes.figure)


def charts() -> dict[str, Axes]:
    """Charts of the two detectors of ``truebox demo``."""
    world = tb.generation.make_world()
    first, second = (tb.evaluate(world.truth, found) for found in world.predictions)
    made: dict[str, Callable[[Axes], Axes]] = {
        "errors": lambda ax: plotting.plot_errors(tb.diagnosis.errors(first), ax=ax),
        "confusion": lambda ax: plotting.plot_confusion_matrix(
            tb.diagnosis.confusion_matrix(first, score=0.3), ax=ax
        ),
        "scores": lambda ax: plotting.plot_confidence_curves(tb.diagnosis.confidence_curves(first), ax=ax),
        "comparison": lambda ax: plotting.plot_comparison(_differences(first, second), ax=ax),
    }
    sizes = {"confusion": (6.6, 5.6), "comparison": (6.6, 5.4)}
    drawn_charts = {}
    for name, plot in made.items():
        _, axes = plt.subplots(figsize=sizes.get(name, (6.6, 3.6)), layout="constrained")
        drawn_charts[name] = plot(axes)
    drawn_charts["comparison"].set_title("AP of B - A, by class, with 95 % intervals")
    return drawn_charts


def _differences(first: tb.evaluation.Result, second: tb.evaluation.Result) -> dict[str, tuple[float, ...]]:
    pair = tb.compare(first, second).pairs[0]
    found = {"all": pair.metrics["AP"]} | {each.name: each.metrics["AP"] for each in pair.per_class}
    return {name: (each.value, each.low, each.high) for name, each in found.items()}


def overlap() -> Image.Image:
    """The two boxes of the first tutorial, their pixels twice as large."""
    return drawing.draw_boxes((480, 300), (108, 132, 398, 230), (78, 126, 408, 226))


def two_masks() -> Image.Image:
    """The two ellipses of tutorials/masks.md, every pixel four times as large."""
    down, across = np.mgrid[:120, :160]
    truth = np.hypot(down - 60, (across - 70) / 1.4) < 35
    prediction = np.hypot(down - 62, (across - 82) / 1.4) < 33
    large = np.ones((4, 4), bool)
    return drawing.draw_masks(None, [np.kron(truth, large)], [np.kron(prediction, large)])


def pose() -> Image.Image:
    """The pose of tutorials/keypoints.md and the prediction with wrong wrists, three times as large."""
    truth, far = POSE.copy(), POSE.copy()
    far[0, [9, 10], :2] += [25, -40]
    truth[..., :2] *= 3
    far[..., :2] *= 3
    return drawing.draw_keypoints((520, 700), truth, far)


def drawn() -> Image.Image:
    """One picture of the demo, as ``truebox draw`` draws it."""
    world = tb.generation.make_world()
    return drawing.draw_image(
        world.draw(3), world.truth, world.predictions[0], image_id=4, score_threshold=0.3
    )


if __name__ == "__main__":
    draw(Path(__file__).parent / "tutorials" / "pictures")
