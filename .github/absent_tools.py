"""A pytest plugin for platforms without the other tools: a test that imports one of them is skipped.

``python -m pytest -p absent_tools`` with this folder on ``PYTHONPATH``. Any other missing module is an error.
"""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder

import pytest

TOOLS = {
    "ensemble_boxes",
    "faster_coco_eval",
    "hotcoco",
    "lvis",
    "matplotlib",
    "plotly",
    "pyarrow",
    "pycocotools",
    "scipy",
    "shapely",
    "torch",
}


class _Absent(MetaPathFinder):
    """Asked last: whatever comes here was found nowhere. A part that a tool lacks is the tool's affair."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name in TOOLS:
            pytest.skip(f"{name} is not installed", allow_module_level=True)


sys.meta_path.append(_Absent())
