"""supervision: annotation files to arrays per image; boxes cut, converted and drawn."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.call import Call
from benchmarks.drawn_data import DrawnData
from benchmarks.few_boxes_data import FewBoxesData
from benchmarks.geometry_data import HEIGHT as IMAGE_HEIGHT
from benchmarks.geometry_data import WIDTH as IMAGE_WIDTH
from benchmarks.geometry_data import GeometryData
from benchmarks.processes import python
from benchmarks.small_data import HEIGHT, WIDTH, SmallData

if find_spec("supervision") is None:
    raise ImportError("supervision")

TOOL = "supervision"
_MOST_FILLED = 30  # objects: it takes seconds for more

_SCRIPT = """
import sys
from supervision import DetectionDataset
form, folder = sys.argv[1:]
if form == "voc":
    found = DetectionDataset.from_pascal_voc(folder + "/JPEGImages", folder + "/Annotations")
else:
    found = DetectionDataset.from_yolo(folder + "/images", folder + "/labels", folder + "/data.yaml")
print(sum(len(each) for each in found.annotations.values()))
"""


def READ_FOLDER(form: str, folder: Path) -> tuple[str, ...]:
    """The command that reads a folder and counts its objects."""
    return python(_SCRIPT, form, str(folder))


def small_calls(data: SmallData) -> dict[str, Call]:
    import supervision

    shown = supervision.Detections(data.boxes[:30], class_id=np.arange(30) % 5)
    names = [f"class {k % 5} {0.1 + k * 0.8 / 29:.2f}" for k in range(30)]
    frames, labels = supervision.BoxAnnotator(), supervision.LabelAnnotator()
    picture = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    return {
        "100 boxes cut at the image": Call(lambda: supervision.clip_boxes(data.boxes, (WIDTH, HEIGHT))),
        "30 labelled boxes drawn": Call(
            lambda: labels.annotate(frames.annotate(picture.copy(), shown), shown, labels=names)
        ),
    }


def geometry(data: GeometryData) -> dict[str, Call]:
    import supervision

    calls = {}
    for count, boxes in data.boxes.items():
        calls |= {
            f"{count:,} boxes, corners to sizes": Call(lambda b=boxes: supervision.xyxy_to_xywh(b)),
            f"{count:,} boxes, cut at the image": Call(
                lambda b=boxes: supervision.clip_boxes(b, (IMAGE_WIDTH, IMAGE_HEIGHT))
            ),
        }
    return calls


def few_boxes(data: FewBoxesData) -> dict[str, Call]:
    import supervision

    calls = {}
    for count, (boxes, scores) in data.scored.items():
        rows = np.column_stack((boxes, scores))
        order = np.argsort(-scores, kind="stable")
        calls[f"{count} boxes suppressed"] = Call(
            lambda r=rows: supervision.box_non_max_suppression(r, data.threshold),
            read=lambda kept, order=order: order[np.asarray(kept)[order]],
        )
    return calls


def drawings(data: DrawnData) -> dict[str, Callable[[], Any]]:
    """The same objects, as far as it draws them; a filled outline costs it a copy of the whole picture."""
    import supervision

    count = len(data.boxes)
    classes = np.arange(count) % 5
    shown = supervision.Detections(data.boxes, class_id=classes)
    frames, labels = supervision.BoxAnnotator(), supervision.LabelAnnotator()
    texts = [f"{name} {score:.2f}" for name, score in zip(data.names, data.scores, strict=True)]
    chance = np.random.default_rng(1)
    outlines = [outline.astype(int) for outline in data.outlines]
    red = supervision.Color.RED

    def new_labels() -> Any:
        fresh = [
            f"{name} {100 * score:.2f}" for name, score in zip(data.names, chance.random(count), strict=True)
        ]
        return labels.annotate(frames.annotate(data.picture.copy(), shown), shown, labels=fresh)

    def outlined(fill: bool) -> Any:
        scene = data.picture.copy()
        for outline in outlines:
            if fill:
                scene = supervision.draw_filled_polygon(scene, outline, red, 0.28)
            scene = supervision.draw_polygon(scene, outline, red, 2)
        return scene

    found = {
        "boxes": lambda: frames.annotate(data.picture.copy(), shown),
        "labelled boxes": lambda: labels.annotate(
            frames.annotate(data.picture.copy(), shown), shown, labels=texts
        ),
        "labelled boxes, new labels": new_labels,
        "outlines, not filled": lambda: outlined(False),
        "keypoints": _keypoints(data),
        "tracks": _tracks(data),
    }
    if count <= _MOST_FILLED:
        found["outlines, filled"] = lambda: outlined(True)
    if data.masks is not None:
        masked = supervision.Detections(data.boxes, mask=data.masks, class_id=classes)
        fills, edges = supervision.MaskAnnotator(), supervision.PolygonAnnotator()
        found["masks"] = lambda: edges.annotate(fills.annotate(data.picture.copy(), masked), masked)
    return found


def _keypoints(data: DrawnData) -> Callable[[], Any]:
    import supervision

    from truebox.drawing.marking.skeletons import PERSON

    points = supervision.KeyPoints(data.points.astype(np.float32))
    limbs = supervision.EdgeAnnotator(edges=[(a + 1, b + 1) for a, b in PERSON])
    dots = supervision.VertexAnnotator()
    return lambda: dots.annotate(limbs.annotate(data.picture.copy(), points), points)


def _tracks(data: DrawnData) -> Callable[[], Any]:
    import supervision

    count = len(data.boxes)
    frames, labels, traces = (
        supervision.BoxAnnotator(),
        supervision.LabelAnnotator(),
        supervision.TraceAnnotator(),
    )
    classes, ids = np.arange(count) % 5, np.arange(count)
    shown = [
        supervision.Detections(boxes, class_id=classes, tracker_id=ids) for boxes in data.ways.swapaxes(0, 1)
    ]
    for each in shown:  # it gathers the way itself
        traces.annotate(data.picture.copy(), each)
    texts, last = [f"#{number}" for number in range(count)], shown[-1]

    def run() -> Any:
        scene = frames.annotate(traces.annotate(data.picture.copy(), last), last)
        return labels.annotate(scene, last, labels=texts)

    return run


_CONVERT = """
import sys
from supervision import DetectionDataset
kind, source, target, pictures = sys.argv[1:]
if kind == "coco to yolo":
    found = DetectionDataset.from_coco(pictures, source)
    found.as_yolo(annotations_directory_path=target + "/labels", data_yaml_path=target + "/data.yaml")
elif kind == "coco to voc":
    found = DetectionDataset.from_coco(pictures, source)
    found.as_pascal_voc(annotations_directory_path=target)
else:
    found = DetectionDataset.from_yolo(pictures, source + "/labels", source + "/data.yaml")
    found.as_coco(annotations_path=target)
"""


def CONVERT(kind: str, source: Path, target: Path, pictures: Path) -> tuple[str, ...] | None:
    """The command that converts; it opens every picture, and knows no table."""
    known = kind in ("coco to yolo", "coco to voc", "yolo to coco")
    return python(_CONVERT, kind, *map(str, (source, target, pictures))) if known else None
