"""``import truebox`` is light: no NumPy, no framework, no table or plot library comes with it."""

from __future__ import annotations

import subprocess
import sys

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
