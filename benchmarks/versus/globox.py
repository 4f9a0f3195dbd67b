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


# It opens every picture for its size, so a size is given to it for nothing.
READ_TABLE = """
import tempfile
from globox import annotationset
def prepare(kind):
    annotationset.get_image_size = lambda path: (640, 480)
def read(path, kind):
    return annotationset.AnnotationSet.from_openimage(path, image_folder=tempfile.mkdtemp())
def look(loaded):
    found = [box for each in loaded for box in each.boxes]
    boxes = [(box.xmin / 640, box.ymin / 480, box.xmax / 640, box.ymax / 480) for box in found]
    return boxes, len(loaded), len({box.label for box in found})
"""

_CONVERT = """
import sys
from pathlib import Path
from globox import AnnotationSet
kind, source, target, pictures = sys.argv[1:]
before, _, after = kind.split()
if before == "coco":
    found = AnnotationSet.from_coco(source)
elif before == "voc":
    found = AnnotationSet.from_pascal_voc(source + "/Annotations")
elif before == "labelme":
    found = AnnotationSet.from_labelme(source)
else:
    found = AnnotationSet.from_yolo_v5(source + "/labels", image_folder=pictures)
if after == "yolo":
    names = {name: number for number, name in enumerate(sorted(found._labels()))}
    found.save_yolo_v5(target, label_to_id=names)
elif after == "voc":
    found.save_pascal_voc(target)
elif after == "labelme":
    found.save_labelme(target)
elif after in ("csv", "openimages"):
    found.save_openimage(target)
else:
    found.save_coco(target, auto_ids=True)
"""


def CONVERT(kind: str, source: Path, target: Path, pictures: Path) -> tuple[str, ...] | None:
    """The command that converts; its table is that of Open Images."""
    unknown = kind.startswith("csv") or kind.endswith(("kitti", "createml"))
    return None if unknown else python(_CONVERT, kind, *map(str, (source, target, pictures)))
