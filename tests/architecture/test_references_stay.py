"""Other tools are imported as themselves in every test: beside a stand-in of ours nothing is compared."""

from __future__ import annotations

import sys

import pytest
from project_tree import TESTS

sys.path.insert(0, str(TESTS / "docs"))
from page_cells import Cell
from page_run import printed_by

from truebox.integrations.pycocotools import replace_pycocotools


def test_a_test_that_leaves_ours_in_anothers_place_is_noticed(request: pytest.FixtureRequest) -> None:
    (tests,) = (
        each
        for name, each in request.config.pluginmanager.list_name_plugin()
        if name == str(TESTS / "conftest.py")
    )
    replaced = replace_pycocotools()
    try:
        with pytest.raises(AssertionError, match="leaves Truebox where pycocotools is imported from"):
            tests.pytest_runtest_teardown(request.node)
        assert "pycocotools" not in sys.modules
    finally:
        replaced.restore()


def test_what_a_page_puts_in_anothers_place_goes_with_the_page() -> None:
    code = "from truebox.integrations.pycocotools import replace_pycocotools\nreplace_pycocotools()\n"
    code += "from pycocotools import coco\nprint(coco.__name__)"
    before = {name: module for name, module in sys.modules.items() if name.startswith("pycocotools")}
    printed = printed_by([Cell("python", 1, code)], frozenset())
    assert printed == {0: "truebox.integrations.pycocotools.coco\n"}
    after = {name: module for name, module in sys.modules.items() if name.startswith("pycocotools")}
    assert after == before
