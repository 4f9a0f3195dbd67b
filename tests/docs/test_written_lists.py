"""The lists of the documentation, written from the package."""

from __future__ import annotations

import ast
import importlib.util
import re
import sys

import pytest
from project_tree import ROOT, SOURCE

import truebox
from truebox.codes import CODES


@pytest.fixture(scope="module")
def lists():
    sys.path.insert(0, str(ROOT / "docs"))
    specification = importlib.util.spec_from_file_location(
        "written_lists", ROOT / "docs" / "written_lists.py"
    )
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def shown_names(path):
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and node.targets[0].id == "__all__":
            return set(ast.literal_eval(node.value))
    raise AssertionError(f"{path} has no __all__")


@pytest.mark.parametrize("name", ["torch", "keras"])
def test_names_are_listed_where_the_framework_is_absent(lists, name):
    described = lists._described_in_source(f"truebox.integrations.{name}")
    module = described.pop("")
    assert set(described) == shown_names(SOURCE / "integrations" / name / "__init__.py")
    assert all(described.values())
    assert module.endswith(".")


def test_the_page_of_the_integrations_names_both_frameworks(lists):
    page = lists._room_page("integrations")
    for name in ("torch", "keras"):
        assert f"truebox.integrations.{name}\n-----" in page
        assert page.count("GIoULoss") >= 2


def test_fields_of_a_named_tuple_are_described_once(lists):
    page = lists._room_page("suppression")
    assert "   :exclude-members: boxes, scores, labels, counts\n" in page


def test_the_page_of_codes_shows_every_example(lists):
    page = lists._codes_page()
    for entry in CODES.values():
        assert all(f"\n   {line}\n" in page for line in entry.example.splitlines())


def test_backticks_become_code(lists):
    assert lists._prose("Write `a_b`, not *c*.") == r"Write ``a_b``, not \*c\*."


def test_every_room_has_its_sentence_in_the_reference(lists):
    index = (ROOT / "docs" / "reference" / "index.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \{py:mod\}`truebox\.(\w+)` \| [^|]+\. \|$", index, re.MULTILINE)
    assert rows == sorted(lists._rooms())


def test_every_name_at_the_root_leads_to_where_it_is_described(lists):
    page = lists._facade_page()
    for name in truebox.__all__:
        assert re.search(rf"^:(?:py:func|py:class|doc):`tb\.{name} <[\w.]+>`$", page, re.MULTILINE), name


def test_a_type_is_shown_by_what_it_stands_for(lists):
    (line,) = (line for line in lists._entry(truebox.boxes, "BoxFormatLike") if ":type:" in line)
    assert line.startswith("   :type: Union[BoxFormat, Literal['xyxy', ")
