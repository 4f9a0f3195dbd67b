"""globox: annotation files to Python objects."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from benchmarks.processes import python

if find_spec("globox") is None:
    raise ImportError("globox")

TOOL = "globox"

_SCRIPT = """
import sys
from globox import AnnotationSet
form, folder = sys.argv[1:]
if form == "voc":
    found = AnnotationSet.from_pascal_voc(folder + "/Annotations")
else:
    found = AnnotationSet.from_yolo_v5(folder + "/labels", image_folder=folder + "/images")
print(sum(len(each.boxes) for each in found))
"""


def READ_FOLDER(form: str, folder: Path) -> tuple[str, ...]:
    """The command that reads a folder and counts its objects."""
    return python(_SCRIPT, form, str(folder))


READ_TABLE = """
import csv, itertools, os, tempfile
from globox import annotationset
def prepare(kind):
    annotationset.get_image_size = lambda path: (640, 480)
def read(path, kind):
    folder = tempfile.mkdtemp()
    with open(path) as whole, open(os.path.join(folder, "part.csv"), "w") as part:
        part.writelines(itertools.islice(whole, 100_000))
    found = annotationset.AnnotationSet.from_openimage(os.path.join(folder, "part.csv"), image_folder=folder)
    return sum(len(each.boxes) for each in found)
"""
