"""supervision: annotation files to arrays per image; boxes cut, converted and drawn."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import numpy as np

from benchmarks.call import Call
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
