"""What varies by name is a row of a registry: nobody asks for a format, protocol or measure by its name."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from project_tree import SOURCE, listed
from source_imports import modules_of, parsed

import truebox
from truebox.datasets.registry import all_formats

# Words that are also a field, an argument, a command or a column: the name alone says nothing there.
WORDS = {"iou", "table"}

# Place -> why it names a kind.
PLACES: dict[str, str] = {
    "boxes/box_format.py: coco": "what people call a layout of four numbers by its files",
    "boxes/box_format.py: voc": "what people call a layout of four numbers by its files",
    "boxes/box_format.py: yolo": "what people call a layout of four numbers by its files",
    "cli/options/protocols.py: panoptic": "the options that only folders of maps have a meaning for",
    "datasets/conversion.py: coco": "endings of files that speak for one format",
    "datasets/conversion.py: cvat": "endings of files that speak for one format",
    "datasets/conversion.py: npz": "endings of files that speak for one format",
    "datasets/conversion.py: prodigy": "endings of files that speak for one format",
    "datasets/formats/icdar/format.py: icdar2015": "the protocol of its benchmark",
    "datasets/formats/odgt/format.py: crowdhuman": "the protocol of its benchmark",
    "datasets/formats/openimages/format.py: open_images": "the protocol of its benchmark",
    "datasets/formats/total_text/format.py: total_text": "the protocol of its benchmark",
    "datasets/formats/widerface/format.py: wider_face": "the protocol of its benchmark",
    "datasets/formats/ultralytics/reader.py: yolo": "its predictions number the classes as YOLO's labels do",
    "datasets/joining/class_numbers.py: coco": "its class numbers may be meant from zero",
    "datasets/joining/unknown_ids.py: coco": "its unknown ids have another remedy",
    "datasets/memory/detection_objects.py: fiftyone": "the tool whose objects these are",
    "datasets/memory/detection_objects.py: supervision": "the tool whose objects these are",
    "datasets/joining/class_numbers.py: ultralytics": "its results count classes from 1 or from 0",
    "datasets/memory/detection_objects.py: ultralytics": "the tool whose objects these are",
    "datasets/held/held_data.py: coco": "parsed data in memory has the fields of COCO",
    "datasets/registry.py: coco": "JSON that is nothing else is read, or refused, as COCO",
    "diagnosis/causes/error_breakdown.py: coco": "a variant of the error types, not the protocol",
    "diagnosis/causes/error_types.py: coco": "a variant of the error types, not the protocol",
    "cli/options/protocols.py: voc_segmentation": "the options that only folders of maps have a meaning for",
    "datasets/tracking/reader.py: davis": "the format of palette pictures bears the name of its data set",
    "datasets/tracking/videos/tao/reader.py: tao": "the format bears the name of its data set",
    "datasets/tracking/videos/instances.py: youtube_vis": "the format bears the name of its data set",
    "datasets/tracking/reader.py: mots": "the format of tracked masks bears the name of its challenge",
    "evaluation/protocols/tracking/kitti_mots.py: mots": "the format of the files both challenges have",
    "report/page/tracks/sections/parts/data.py: tracks": "a column of a table that counts tracks",
    "suppression/merging.py: ios": "what the original calls its choice of overlap",
    "typing.py: probiou": "a geometry bears the name of the overlap it is matched by",
    "evaluation/states/parameters.py: coco": "the name that parameters have where none is said",
    "evaluation/single_objects/evaluating.py: otb": "whose rules, as the call on arrays names them",
    "evaluation/single_objects/evaluating.py: lasot": "whose rules, as the call on arrays names them",
    "evaluation/single_objects/evaluating.py: got10k": "whose rules, as the call on arrays names them",
    "evaluation/panoptic/result.py: panoptic": "the result says which protocol it is of",
    "integrations/__init__.py: torchmetrics": "the library that the room goes with",
    "integrations/torchmetrics/metric_base.py: torchmetrics": "the library whose class it inherits",
    "generation/datasets/truth.py: coco": "made data says that it is like COCO's",
    "generation/scenes/labelling.py: coco": "made data says that it is like COCO's",
    "integrations/__init__.py: lvis": "the package whose names it has",
    "integrations/__init__.py: ultralytics": "the library that the room goes with",
    "integrations/mmengine.py: coco": "what mmdet puts before the names of its numbers",
    "integrations/pycocotools/replacing.py: coco": "a module of pycocotools",
}


def _spelled(name: str) -> str:
    return name.replace("-", "_")


def kinds() -> dict[str, dict[str, set[str]]]:
    """Kind to its names, each with the places (files or folders, below the package) that own it."""
    formats = {name: {f"datasets/formats/{_spelled(name)}"} for name in all_formats()}
    protocols = {
        path.stem: {path.relative_to(SOURCE).as_posix(), "evaluation/registry.py"}  # which lists them
        for path in (SOURCE / "evaluation" / "protocols").rglob("*.py")
        if path.stem != "__init__"
    }
    measures = {
        name.partition("_")[2]: {f"formulas/{name.partition('_')[2]}.py", "overlap", "losses"}
        for name in truebox.overlap.__all__
        if name.startswith("pairwise_")
    }
    return {"format": formats, "protocol": protocols, "measure": measures}


def literals(path: Path) -> Iterator[ast.Constant]:
    """String literals of a module but for docstrings, ``__all__``, tables of lazy rooms, and signatures."""
    tree = parsed(path)[0]
    passed = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) or _only_lists(node)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in passed:
            yield node


def _only_lists(node: ast.AST) -> bool:
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return any(isinstance(target, ast.Name) and target.id in ("__all__", "_HOME") for target in targets)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "lazily"
    return isinstance(node, ast.arguments)  # what an argument is when nobody says, and the type editors show


def strangers(package: Path, owners: dict[str, set[str]]) -> dict[str, set[str]]:
    """File (relative to `package`) to the names of kinds it spells out without owning them."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in modules_of(package):
        place = path.relative_to(package).as_posix()
        for literal in literals(path):
            homes = owners.get(literal.value)
            if homes is not None and not any(f"{place}/".startswith(f"{home}/") for home in homes):
                found[place].add(literal.value)
    return dict(found)


def _owners() -> dict[str, set[str]]:
    owners: dict[str, set[str]] = defaultdict(set)
    for names in kinds().values():
        for name, homes in names.items():
            owners[name] |= homes
    return {name: homes for name, homes in owners.items() if name not in WORDS}


def test_a_name_of_a_registry_is_spelled_out_at_home_only():
    found = {
        f"{place}: {name}" for place, names in strangers(SOURCE, _owners()).items() for name in names
    } - PLACES.keys()
    assert not found, f"a value of the registry's row says what the name was asked for{listed(found)}"


def test_no_excuse_outlives_its_name():
    found = strangers(SOURCE, _owners())
    for entry in PLACES:
        place, _, name = entry.partition(": ")
        assert name in found.get(place, set())


@pytest.mark.parametrize("kind", ["format", "protocol", "measure"])
def test_every_kind_has_names_and_every_name_its_home(kind):
    names = kinds()[kind]
    assert names
    for homes in names.values():
        assert any((SOURCE / home).exists() for home in homes)


@pytest.mark.parametrize(
    ("text", "noticed"),
    [
        ('x = name == "voc"', True),
        ('x = {"voc": 1}', True),
        ('def f(name="voc"): ...', False),
        ('def f(name: "voc"): ...', False),
        ('"""voc"""', False),
        ('__all__ = ["voc"]', False),
        ('x = "vocal"', False),
    ],
)
def test_the_guard_notices_a_name_far_from_home(tmp_path, text, noticed):
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "voc.py").write_text('x = "voc"\n', encoding="utf-8")
    (tmp_path / "far.py").write_text(f"{text}\n", encoding="utf-8")
    assert strangers(tmp_path, {"voc": {"home"}}) == ({"far.py": {"voc"}} if noticed else {})
