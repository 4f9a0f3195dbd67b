"""``import truebox`` is light: no NumPy, no framework, no table or plot library comes with it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {
    "numpy", "torch", "torchvision", "tensorflow", "keras", "jax", "dask", "pandas", "polars", "pyarrow",
    "scipy", "shapely", "PIL", "cv2", "matplotlib", "plotly", "rich", "msgspec", "pycocotools", "hypothesis",
}  # fmt: skip


def heavy_modules(statement: str) -> set[str]:
    """Heavy packages that `statement` brings into a fresh interpreter."""
    script = (
        "import sys; before = set(sys.modules)\n"
        f"{statement}\n"
        "print(*{name.split('.')[0] for name in set(sys.modules) - before})"
    )
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    return set(shown.split()) & HEAVY


@pytest.mark.parametrize(
    "module", ["truebox", "truebox.cli", "truebox.datasets", "truebox.errors", "truebox.codes"]
)
def test_importing_brings_nothing_heavy(module):
    assert heavy_modules(f"import {module}") == set()


def test_looking_around_brings_nothing_heavy():
    assert heavy_modules("import truebox; dir(truebox); truebox.__version__") == set()


@pytest.mark.parametrize("planted", ["numpy", "msgspec", "rich"])
def test_the_guard_notices_a_heavy_import(planted):
    assert planted in heavy_modules(f"import truebox; import {planted}")


def test_a_framework_the_caller_has_is_not_blamed_on_truebox():
    assert heavy_modules("pass") == set()


# What reads anything but plain COCO files; each of them brings twenty further modules.
GENERAL = {
    "truebox.datasets.pieces",
    "truebox.datasets.reading",
    "truebox.datasets.registry",
    "truebox.datasets.formats.coco.general",
    "truebox.datasets.joining.joining",
    "truebox.evaluation.streaming.larger.larger_files",
}


COMMAND = "from truebox.cli import main\nassert main(['eval', *sys.argv[1:], '--csv', '-', '-q']) == 0"
FUNCTION = "import truebox\ntruebox.evaluate(*sys.argv[1:])"


def general_modules(way: str, truth: str, found: Path) -> set[str]:
    """The general readers that an evaluation of these files loads."""
    script = f"import sys\n{way}\nprint(*sys.modules)"
    shown = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", script, truth, str(found)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return set(shown.split()) & GENERAL


@pytest.mark.parametrize("way", [COMMAND, FUNCTION])
def test_a_plain_evaluation_loads_no_general_reader(tmp_path: Path, way: str) -> None:
    box = {"image_id": 1, "category_id": 1, "bbox": [0, 0, 9, 9]}
    truth = {
        "images": [{"id": 1, "width": 99, "height": 99}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [{"id": 1, "area": 81, "iscrowd": 0, **box}],
    }
    (tmp_path / "truth.json").write_text(json.dumps(truth))
    (tmp_path / "found.json").write_text(json.dumps([{"score": 0.9, **box}]))
    (tmp_path / "found.csv").write_text("image,x1,y1,x2,y2,class,score\n1,0,0,9,9,cat,0.9\n")
    plain = str(tmp_path / "truth.json")
    assert general_modules(way, plain, tmp_path / "found.json") == set()
    assert "truebox.datasets.reading" in general_modules(way, plain, tmp_path / "found.csv")
