"""Annotations drawn into matplotlib's current axes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.errors import MissingExtraError
from truebox.integrations.pycocotools import mask as maskUtils

try:
    import matplotlib.pyplot as plt
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import Polygon
except ImportError:
    raise MissingExtraError("matplotlib", "plot", "showAnns") from None

if TYPE_CHECKING:
    from truebox.integrations.pycocotools.coco import COCO

__all__ = ["show_annotations"]

_CROWD = np.array([2.0, 166.0, 101.0]) / 255


def show_annotations(coco: COCO, anns: Any, draw_bbox: bool) -> Any:
    """Outlines, masks and keypoints in a light colour of chance each; captions are printed."""
    if len(anns) == 0:
        return 0
    if "segmentation" in anns[0] or "keypoints" in anns[0]:
        _draw(coco, anns, draw_bbox)
    elif "caption" in anns[0]:
        for ann in anns:
            print(ann["caption"])
    else:
        raise Exception("datasetType not supported")
    return None


def _draw(coco: COCO, anns: Any, draw_bbox: bool) -> None:
    axes = plt.gca()
    axes.set_autoscale_on(False)
    outlines: list[Any] = []
    colours: list[Any] = []
    for ann in anns:
        colour = (np.random.random(3) * 0.6 + 0.4).tolist()
        found = _outlines(ann, draw_bbox)
        outlines += found
        colours += [colour] * len(found)
        if "segmentation" in ann and type(ann["segmentation"]) is not list:
            _paint(axes, coco, ann)
        if type(ann.get("keypoints")) is list:
            _draw_keypoints(axes, coco, ann, colour)
    axes.add_collection(PatchCollection(outlines, facecolor=colours, linewidths=0, alpha=0.4))
    axes.add_collection(PatchCollection(outlines, facecolor="none", edgecolors=colours, linewidths=2))


def _outlines(ann: Any, draw_bbox: bool) -> list[Any]:
    parts = ann.get("segmentation")
    found = [Polygon(np.array(part).reshape(-1, 2)) for part in parts] if type(parts) is list else []
    if draw_bbox:
        x, y, width, height = ann["bbox"]
        found.append(Polygon([[x, y], [x, y + height], [x + width, y + height], [x + width, y]]))
    return found


def _paint(axes: Any, coco: COCO, ann: Any) -> None:
    image, held = coco.imgs[ann["image_id"]], ann["segmentation"]
    if type(held["counts"]) is list:
        held = maskUtils.frPyObjects(held, image["height"], image["width"])
    mask = maskUtils.decode(held)
    picture = np.empty((*mask.shape, 4))
    picture[..., :3] = _CROWD if ann["iscrowd"] == 1 else np.random.random(3)
    picture[..., 3] = mask * 0.5
    axes.imshow(picture)


def _draw_keypoints(axes: Any, coco: COCO, ann: Any, colour: Any) -> None:
    points = np.array(ann["keypoints"])
    x, y, shown = points[0::3], points[1::3], points[2::3]
    for limb in np.array(coco.loadCats(ann["category_id"])[0]["skeleton"]) - 1:
        if np.all(shown[limb] > 0):
            axes.plot(x[limb], y[limb], linewidth=3, color=colour)
    for least, edge in ((0, "k"), (1, colour)):
        chosen = shown > least
        look = {"markersize": 8, "markerfacecolor": colour, "markeredgecolor": edge, "markeredgewidth": 2}
        axes.plot(x[chosen], y[chosen], "o", **look)
