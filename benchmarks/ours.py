"""Truebox itself, through the same doors its users have."""

from __future__ import annotations

import sys
from pathlib import Path

TOOL = "truebox"

# The order in which the reference lists its twelve numbers.
METRICS = ("AP", "AP50", "AP75", "APs", "APm", "APl", "AR1", "AR10", "AR100", "ARs", "ARm", "ARl")

EVALUATE = f"""
import json, sys
import truebox
metrics = truebox.evaluate(sys.argv[1], sys.argv[2]).metrics
print(json.dumps([-1.0 if metrics[key] is None else metrics[key] for key in {METRICS!r}]))
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

READ_TABLE = """
import truebox
from truebox.datasets.registry import all_formats
def prepare(kind):
    all_formats()  # imports the readers, as other tools import theirs
    if kind == "parquet":
        from pyarrow import compute, ipc, parquet
def read(path, kind):
    return len(truebox.read_truth(path))
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


def stats_of_document(document: dict[str, object]) -> list[float]:
    """The twelve numbers from the JSON document of ``truebox eval --json``."""
    metrics = document["results"][0]["metrics"]  # type: ignore[index]
    return [-1.0 if metrics[key] is None else float(metrics[key]) for key in METRICS]
