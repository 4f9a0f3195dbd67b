"""The table of all formats."""

from __future__ import annotations

import importlib.util

import pytest
from project_tree import ROOT

from truebox.datasets.registry import all_formats


@pytest.fixture(scope="module")
def table():
    specification = importlib.util.spec_from_file_location("format_table", ROOT / "docs" / "format_table.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_every_format_has_a_row_with_its_doors_and_its_evidence(table):
    page = table.formats_page()
    for name, each in all_formats().items():
        assert page.count(f"- ``{name}``\n") == 1
        cells = page.split(f"- ``{name}``\n")[1].split("   * -")[0].strip().splitlines()
        truth, predictions, evidence = (cell.strip().removeprefix("- ") for cell in cells)
        assert ("read" in truth, "written" in truth) == (bool(each.read_truth), bool(each.write_truth))
        doors = bool(each.read_predictions), bool(each.write_predictions)
        assert ("read" in predictions, "written" in predictions) == doors
        assert len(evidence) > 5, name


def test_a_sample_that_is_taken_for_another_format_is_noticed(table):
    formats = all_formats()
    with pytest.raises(RuntimeError, match="a sample of coco is taken for voc"):
        table._of(formats["coco"], (formats["voc"], None))
