"""Protocols are found by their names, and a name stands in its own file alone."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest
from project_tree import SOURCE, listed

from truebox.errors import ArgumentError
from truebox.evaluation import DetectionProtocol, Protocol, coco_parameters, protocol_value
from truebox.evaluation.registry import (
    DETECTION_PROTOCOLS,
    OTHER_PROTOCOLS,
    PROTOCOLS,
    detection_protocol,
    is_own,
    protocol_named,
    protocol_of,
)

ROOMS = ("checking", "cli", "diagnosis", "evaluation", "plotting", "report")

# Where the word is no protocol: file -> names.
OTHER_MEANINGS = {
    "diagnosis/causes/error_breakdown.py": {"coco"},  # a variant of the analysis of errors
    "diagnosis/causes/error_types.py": {"coco"},
    "cli/options/protocols.py": {"panoptic", "voc_segmentation"},  # the options that only maps take
    "evaluation/__init__.py": {"coco"},  # a module that has moved, which old pickles name
    "evaluation/registry.py": set(PROTOCOLS),  # the one list
    "evaluation/protocols/tracking/kitti_mots.py": {"mots"},  # the format of the files both have
    "report/page/tracks/sections/parts/data.py": {"tracks"},  # a column that counts tracks
    "evaluation/single_objects/evaluating.py": {
        "otb",
        "lasot",
        "got10k",
    },  # whose rules, as a call names them
    "evaluation/panoptic/result.py": {"panoptic"},  # the result of that protocol
}


def compared_names(text: str) -> set[str]:
    """Names of protocols among the literals of a file, but for documentation, annotations and defaults."""
    tree = ast.parse(text)
    passed: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for part in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
                passed |= {id(each) for each in ast.walk(part)}
            for argument in (*node.args.args, *node.args.kwonlyargs):
                if argument.annotation is not None:
                    passed |= {id(each) for each in ast.walk(argument.annotation)}
        elif isinstance(node, ast.AnnAssign):
            passed |= {id(each) for each in ast.walk(node.annotation)}
            if node.value is not None and isinstance(node.value, ast.Constant):
                passed.add(id(node.value))
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and id(node) not in passed and node.value in PROTOCOLS
    }


def test_a_name_of_a_protocol_stands_in_its_own_file_alone() -> None:
    elsewhere = set()
    for room in ROOMS:
        for path in (SOURCE / room).rglob("*.py"):
            relative = path.relative_to(SOURCE).as_posix()
            own = {path.stem} if relative.startswith("evaluation/protocols/") else set()
            names = compared_names(path.read_text(encoding="utf-8"))
            elsewhere |= {f"{relative}: {name}" for name in names - own - OTHER_MEANINGS.get(relative, set())}
    assert not elsewhere, listed(elsewhere)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('if protocol == "lvis": pass', {"lvis"}),
        ('make = {"coco": 1}', {"coco"}),
        ('def evaluate(protocol: Literal["panoptic"] = "coco"): "of voc"', set()),
        ('protocol: str = "coco"', set()),
    ],
)
def test_what_counts_as_a_name(text: str, names: set[str]) -> None:
    assert compared_names(text) == names


@pytest.mark.parametrize("name", PROTOCOLS)
def test_every_name_is_a_file_with_its_value(name: str) -> None:
    assert len(list((SOURCE / "evaluation" / "protocols").rglob(f"{name}.py"))) == 1
    found = protocol_named(name)
    assert found.name == name
    assert found.title
    assert found.reference
    assert is_own(found)
    assert isinstance(found, DetectionProtocol) == (name in DETECTION_PROTOCOLS)


def test_every_file_with_a_value_has_its_name_in_the_list() -> None:
    files = (SOURCE / "evaluation" / "protocols").rglob("*.py")
    with_value = {path.stem for path in files if "\nPROTOCOL = " in path.read_text(encoding="utf-8")}
    assert with_value == set(PROTOCOLS)
    assert set(DETECTION_PROTOCOLS).isdisjoint(OTHER_PROTOCOLS)


def test_names_cost_no_import() -> None:
    code = (
        "import sys; from truebox.evaluation.registry import PROTOCOLS; "
        "print([m for m in sys.modules if m == 'numpy' or m.startswith('truebox.evaluation.')])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "['truebox.evaluation.registry']"


def test_what_is_no_protocol_is_refused() -> None:
    with pytest.raises(
        ArgumentError,
        match=r"'voc2012' is unknown\. Fix: pass one of 'activitynet', 'argoverse2', 'bdd100k_tracking'",
    ):
        protocol_value("voc2012")
    with pytest.raises(ArgumentError, match="'panoptic' matches no detections"):
        detection_protocol("panoptic")
    with pytest.raises(ArgumentError, match="the name 'panoptic' is taken"):
        protocol_value(Protocol(name="panoptic", title="Mine"))


def test_parameters_know_their_protocol() -> None:
    assert protocol_of(coco_parameters(protocol="lvis")) is protocol_named("lvis")


@pytest.mark.parametrize(
    ("protocol", "geometry", "said"),
    [
        ("coco", "boxes", "IoU 0.5"),
        ("coco", "keypoints", "OKS 0.5"),
        ("kitti", "boxes", "IoU 0.7 of cars, 0.5 of others"),
    ],
)
def test_what_an_object_needs_to_be_found_is_said(protocol: str, geometry: str, said: str) -> None:
    assert protocol_value(protocol).overlap_text(geometry, 0.5) == said
