"""supervision: annotation files to arrays per image."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from benchmarks.processes import python

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
