"""Made data for the questions about whole files: made once, kept in a cache folder, not in the project."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

# A new number makes new files; it changes when the generator's output does.
_EDITION = 1

# Runs in a process of its own: the questions measure memory, so they hold no data themselves.
_MAKE = """
import sys
from pathlib import Path
from truebox.datasets import write_coco_predictions, write_coco_truth
from truebox.generation import make_dataset

folder, images, categories, detections, seed = Path(sys.argv[1]), *map(int, sys.argv[2:])
truth, predictions = make_dataset(images, categories, detections, 7.4, seed)
write_coco_truth(
    folder / "truth.json",
    image_ids=truth.images.ids,
    image_sizes=truth.images.sizes,
    file_names=truth.images.file_names,
    category_ids=truth.categories.ids,
    category_names=truth.categories.names,
    image=truth.image,
    category=truth.category,
    ids=truth.ids,
    boxes=truth.boxes,
    area=truth.area,
    crowd=truth.crowd,
)
write_coco_predictions(
    folder / "predictions.json",
    image=predictions.image,
    category=predictions.category,
    boxes=predictions.boxes,
    scores=predictions.scores,
)
"""


@dataclass(frozen=True, slots=True)
class Files:
    """A truth and a results file of `detections` rows with full-precision numbers."""

    truth: Path
    predictions: Path
    images: int
    categories: int
    detections: int

    @property
    def title(self) -> str:
        size = self.predictions.stat().st_size / 1e6
        counts = f"{self.images:,} images, {self.categories} classes, {self.detections:,} detections"
        return f"{counts} ({size:,.0f} MB of JSON)"


def cache_folder() -> Path:
    """Where made files are kept: ``TRUEBOX_BENCHMARK_CACHE``, or the user's cache folder."""
    chosen = os.environ.get("TRUEBOX_BENCHMARK_CACHE")
    base = Path(chosen) if chosen else Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return base if chosen else base / "truebox-benchmarks"


def made_files(images: int, categories: int, detections_per_image: int = 100, seed: int = 1) -> Files:
    """Files for these arguments; made on first use."""
    key = f"{_EDITION}-{images}-{categories}-{detections_per_image}-{seed}"
    folder = made_folder(key, _MAKE, images, categories, detections_per_image, seed)
    return files_in(folder, images, categories, images * detections_per_image)


def made_folder(key: str, script: str, *numbers: int) -> Path:
    """The folder of that name; `script` fills it on first use, its arguments the folder and the numbers."""
    folder = cache_folder() / key
    if not folder.exists():
        unfinished = folder.with_name(f"{key}.{os.getpid()}")
        unfinished.mkdir(parents=True)
        try:
            subprocess.run([sys.executable, "-c", script, str(unfinished), *map(str, numbers)], check=True)
            unfinished.rename(folder)
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)
    return folder


def files_in(folder: Path, images: int, categories: int, detections: int) -> Files:
    """The two files of a made folder, read once."""
    truth, predictions = folder / "truth.json", folder / "predictions.json"
    for path in (truth, predictions):
        warm(path)
    return Files(truth, predictions, images, categories, detections)


def warm(path: Path) -> None:
    """Read the file once, so that the first tool does not pay for the disk."""
    with path.open("rb", buffering=0) as file:
        while file.read(1 << 24):
            pass
