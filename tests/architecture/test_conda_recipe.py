"""The conda recipe asks for what the project asks for."""

from __future__ import annotations

import re
import tomllib

import pytest
from project_tree import ROOT

yaml = pytest.importorskip("yaml")

RECIPE = yaml.safe_load((ROOT / "packaging" / "conda" / "recipe.yaml").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
OTHER_NAMES = {"msgspec": "msgspec-python"}
"""Distributions that conda-forge calls otherwise."""


def wanted(requirements: list[str]) -> set[str]:
    """Requirements as conda writes them."""
    parts = [re.fullmatch(r"([\w-]+)(.*)", each.replace(" ", "")) for each in requirements]
    return {f"{OTHER_NAMES.get(each[1], each[1])} {each[2]}" for each in parts if each}


def test_a_run_needs_what_the_package_needs() -> None:
    python = PROJECT["project"]["requires-python"]
    assert set(RECIPE["requirements"]["run"]) == {
        f"python {python}",
        *wanted(PROJECT["project"]["dependencies"]),
    }


def test_a_build_has_what_the_build_needs() -> None:
    assert set(RECIPE["requirements"]["host"]) == {
        "python", "pip", *wanted(PROJECT["build-system"]["requires"])
    }  # fmt: skip


def test_version_and_command_are_those_of_the_project() -> None:
    init = (ROOT / "src" / "truebox" / "__init__.py").read_text(encoding="utf-8")
    version = PROJECT["project"].get("version") or re.search(r'__version__ = "(.+?)"', init)[1]
    assert RECIPE["context"]["version"] == version
    scripts = [f"{name} = {place}" for name, place in PROJECT["project"]["scripts"].items()]
    assert RECIPE["build"]["python"]["entry_points"] == scripts
