"""supervision: annotation files to arrays per image; boxes cut, converted and drawn."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import numpy as np

from benchmarks.call import Call
from benchmarks.few_boxes_data import FewBoxesData
from benchmarks.geometry_data import HEIGHT as IMAGE_HEIGHT
from benchmarks.geometry_data import WIDTH as IMAGE_WIDTH
from benchmarks.geometry_data import GeometryData
from benchmarks.processes import python
from benchmarks.small_data import HEIGHT, WIDTH, SmallData

if find_spec("supervision") is None:
    raise ImportError("supervision")

TOOL = "supervision"

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
