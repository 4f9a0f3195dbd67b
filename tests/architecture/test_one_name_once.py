"""A public class or function has its name for itself: who searches for it finds one thing."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from project_tree import SOURCE, listed
from source_imports import dotted, modules_of, parsed

# Folder of members that answer to the same names -> what those names are.
FAMILIES = {
    "datasets.formats": "every format has a reader and a writer",
    "datasets.memory.objects": "every kind of object is turned into arrays",
    "integrations": "PyTorch and Keras have a class for every loss",
}

# Name -> why two modules have it.
TWICE = {
    "Shape": "of an evaluation, and of a YOLO task",
    "Layout": "of a table or a label file, and of what a result shows",
    "area": "the formula, and of run lengths where pycocotools has that name",
    "convert": "the command, and what it runs",
    "evaluate": "of any protocol, and of tracks where people of tracking look for it",
    "described": "a class of Open Images, and the options of a loss",
    "iou": "the formula, the function of two single boxes, and the command",
    "predictions_of_objects": "of records, and of objects of other tools",
    "quirk_findings": "of boxes, and of panoptic segments",
    "read_predictions": "the function of the room, and what each format gives to it",
    "read_truth": "the function of the room, and what each format gives to it",
    "rotated_corners": "the formula, and the rows that a file gets",
    "Outlines": "of rows of a file, and of the objects of a generated world",
    "merge": "of parts of an evaluation, and of run lengths where pycocotools has that name",
    "metric_text": "what a metric means, and a number of one in a cell",
    "say": "a sentence, and a line on the terminal",
    "sizes_of_rows": "as rows of a table state them, and as joined images have them",
    "truth_of_objects": "of records, and of objects of other tools",
    **dict.fromkeys(
        ("ciou", "diou", "eiou", "giou", "ioa", "ios", "mpdiou", "nwd", "siou"),
        "the formula, and the function of two single boxes",
    ),
}


def public_names(package: Path) -> dict[str, list[str]]:
    """Name to the modules that define a public class or function of that name at their top."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in modules_of(package):
        for node in parsed(path)[0].body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
                found[node.name].add(dotted(path, package))
    return {name: sorted(modules) for name, modules in found.items()}


def doubles(package: Path, families: Iterable[str] = ()) -> dict[str, list[str]]:
    """Names that several modules define; the members of a family count as one."""
    found = {}
    for name, modules in public_names(package).items():
        homes = {
            next((f"{f}.*" for f in families if module.startswith(f"{f}.")), module) for module in modules
        }
        if len(homes) > 1:
            found[name] = sorted(homes)
    return found


def test_no_public_name_is_defined_twice():
    found = doubles(SOURCE, FAMILIES)
    assert not (found.keys() - TWICE.keys()), listed(item for item in found.items() if item[0] not in TWICE)


def test_no_excuse_outlives_its_second_name():
    assert set(TWICE) <= set(doubles(SOURCE, FAMILIES))
    inside = public_names(SOURCE)
    for family in FAMILIES:
        assert any(
            sum(module.startswith(f"{family}.") for module in modules) > 1 for modules in inside.values()
        )


def test_the_guard_notices_a_name_that_is_taken(tmp_path):
    package = tmp_path / "planted"
    (package / "formats").mkdir(parents=True)
    (package / "a.py").write_text("class Shape: ...\ndef _own(): ...\ndef read(): ...\n", encoding="utf-8")
    (package / "b.py").write_text("class Shape: ...\ndef _own(): ...\nx = 1\n", encoding="utf-8")
    for member in ("coco", "voc"):
        (package / "formats" / f"{member}.py").write_text("def write(): ...\n", encoding="utf-8")
    assert doubles(package) == {"Shape": ["a", "b"], "write": ["formats.coco", "formats.voc"]}
    assert doubles(package, ["formats"]) == {"Shape": ["a", "b"]}
