"""Truebox itself, through the same doors its users have."""

from __future__ import annotations

import sys
from pathlib import Path

TOOL = "truebox"

# The arguments are truth, predictions, what overlaps as the reference names it, and the protocol.
EVALUATE = """
import json, sys
import truebox
geometry = {"bbox": "boxes", "segm": "masks"}.get(sys.argv[3], sys.argv[3])
result = truebox.evaluate(sys.argv[1], sys.argv[2], geometry=geometry, protocol=sys.argv[4])
print(json.dumps(result.stats.tolist()))
"""

# The arguments are the folders of truth and tracker, and the number of threads. The last line lists every
# field of HOTA (means over alphas), CLEAR and Identity by name.
EVALUATE_TRACKS = """
import json, sys
from truebox.evaluation import evaluate_tracks
found = evaluate_tracks(sys.argv[1], sys.argv[2], protocol="mot17", threads=int(sys.argv[3])).fields
values = [found[family][name] for family in ("HOTA", "CLEAR", "Identity") for name in sorted(found[family])]
print(json.dumps([float(value.mean() if getattr(value, "ndim", 0) else value) for value in values]))
"""

READ = """
import truebox
def prepare(truth):
    return truebox.read_truth(truth)
def read(truth, predictions):
    return truebox.read_predictions(predictions)
def look(loaded):
    return loaded.boxes, loaded.scores
"""

# Reading a first, small table imports what other tools import at their start.
READ_TABLE = """
import pathlib, tempfile
import truebox
def prepare(kind):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "first.csv")
        path.write_text({
            "openimages": "ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax\\na,x,/m/0,1,0,1,0,1\\n",
            "tfod": "filename,width,height,class,xmin,ymin,xmax,ymax\\na.jpg,64,48,cat,1,2,3,4\\n",
        }.get(kind, "image,label,x1,y1,x2,y2\\na,cat,1,2,3,4\\n"))
        truebox.read_truth(path)
    if kind == "parquet":
        from pyarrow import compute, ipc, parquet
def read(path, kind):
    return truebox.read_truth(path)
def look(loaded):
    boxes = loaded.boxes.copy()
    boxes[:, 2:] += boxes[:, :2]
    return boxes, len(set(loaded.image.tolist())), len(set(loaded.category.tolist()))
"""


_READ_FOLDER = """
import sys
import truebox
print(len(truebox.read_truth(sys.argv[1])))
"""


def READ_FOLDER(form: str, folder: Path) -> tuple[str, ...]:
    """The command that reads a folder and counts its objects."""
    return (sys.executable, "-c", _READ_FOLDER, str(folder))


def command() -> str:
    """The installed console script of this environment."""
    return str(Path(sys.executable).with_name("truebox"))


def options(overlap: str, protocol: str) -> list[str]:
    """The command line's words for what overlaps and for the protocol."""
    geometry = {"bbox": "boxes", "segm": "masks"}.get(overlap, overlap)
    return [f"--geometry={geometry}", f"--protocol={protocol}"]


def stats_of_document(document: dict[str, object]) -> list[float]:
    """The numbers from the JSON document of ``truebox eval --json``, in the order of the reference."""
    metrics = document["results"][0]["metrics"]  # type: ignore[index]
    return [-1.0 if value is None else float(value) for value in metrics.values()]


def CONVERT(kind: str, source: Path, target: Path, pictures: Path) -> tuple[str, ...]:
    """The command that converts; the folder of pictures is looked at where a format does not state sizes."""
    to = kind.rpartition(" ")[2]
    formats = () if to in ("coco", "csv") else ("--to", to)
    images = ("--images", str(pictures)) if kind.startswith("yolo") else ()
    return (command(), "convert", str(source), str(target), *formats, *images)
