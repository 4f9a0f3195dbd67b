"""Every question can be asked, every adapter offers something, every tool is pinned."""

from __future__ import annotations

import ast
import re

import pytest
from project_tree import ROOT

from benchmarks.__main__ import QUESTIONS

BENCHMARKS = ROOT / "benchmarks"
ADAPTERS = sorted(path for path in (BENCHMARKS / "versus").glob("*.py") if path.stem != "__init__")
_ABILITIES = {
    "EVALUATE",
    "EVALUATE_TRACKS",
    "READ",
    "READ_FOLDER",
    "READ_TABLE",
    "assign",
    "class_pairs",
    "clear_and_identity",
    "device_pairwise",
    "device_suppress",
    "compare",
    "confuse",
    "elementwise",
    "error_types",
    "few_boxes",
    "fuse",
    "geometry",
    "losses",
    "pairwise",
    "panoptic",
    "polygons",
    "rotated",
    "single",
    "small_calls",
    "suppress",
    "track",
}


def _names(path) -> set[str]:
    """Names a module defines at its top, read without importing it (its tool may be absent)."""
    names = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return names


def test_every_question_on_the_list_is_a_file_and_the_other_way_round():
    asked = {path.stem for path in BENCHMARKS.glob("*.py") if "ask" in _names(path)}
    assert asked == set(QUESTIONS)


@pytest.mark.parametrize("path", ADAPTERS, ids=lambda path: path.stem)
def test_every_adapter_names_its_tool_and_what_it_can_do(path):
    names = _names(path)
    assert "TOOL" in names
    assert names & _ABILITIES


@pytest.mark.parametrize("path", ADAPTERS, ids=lambda path: path.stem)
def test_every_adapter_is_used_by_a_question(path):
    questions = "".join((BENCHMARKS / f"{name}.py").read_text(encoding="utf-8") for name in QUESTIONS)
    assert f'"{path.stem}"' in questions


def test_every_requirement_is_pinned():
    lines = (BENCHMARKS / "requirements.txt").read_text(encoding="utf-8").splitlines()
    pinned = [line for line in lines if line and not line.startswith(("#", "--"))]
    assert len(pinned) > 5
    assert all(re.fullmatch(r"[\w-]+==[\d.]+", line) for line in pinned)
