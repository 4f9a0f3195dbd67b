"""A module is worth its file: a short one is there because several use it."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from project_tree import SOURCE
from source_imports import dotted, home_of, imports_of, modules_of, parsed

LINES = 30

# Short files here are found by themselves: rows of a table in parts, and the members of a registry.
FOUND_BY_THEMSELVES = (
    "codes.",
    "datasets.formats.",
    "evaluation.protocols.",
    "formulas.",
    "report.page.followed.sections.",
    "report.page.maps.sections.",
    "report.page.sections.",
    "report.page.tracks.sections.",
    "report.page.unscored.sections.",
)

# Module -> why it is short and alone.
ALONE: dict[str, str] = {
    "cli.__main__": "what `python -m` runs",
    "datasets.columns.image_names": "a step of reading that has a test of its own",
}


def users(package: Path) -> dict[str, set[str]]:
    """Module to the modules that import it, or something of it."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in modules_of(package):
        for taken in imports_of(path, package):
            if taken.ours:
                found[home_of(taken, package)].add(dotted(path, package))
    return found


def lonely(package: Path, least: int = LINES) -> dict[str, int]:
    """Modules shorter than `least` lines with fewer than two users, and their length."""
    used = users(package)
    found = {}
    for path in modules_of(package):
        name, length = dotted(path, package), len(parsed(path)[1])
        if path.name != "__init__.py" and length < least and len(used[name]) < 2:
            found[name] = length
    return found


def test_a_short_module_has_two_users():
    found = {name for name in lonely(SOURCE) if not name.startswith(FOUND_BY_THEMSELVES)} - set(ALONE)
    assert not found, f"{sorted(found)}: move what it holds to its one user"


def test_no_excuse_outlives_its_module():
    assert {name for name in ALONE if (SOURCE / f"{name.replace('.', '/')}.py").exists()} <= set(
        lonely(SOURCE)
    )


def test_the_guard_notices_a_short_module_of_one_user(tmp_path):
    package = tmp_path / "planted"
    package.mkdir()
    (package / "short.py").write_text("x = 1\n", encoding="utf-8")
    (package / "long.py").write_text("from planted.short import x\n" + "y = 1\n" * 30, encoding="utf-8")
    assert lonely(package) == {"short": 1}
    (package / "other.py").write_text("from planted import short\n" + "y = 1\n" * 30, encoding="utf-8")
    assert lonely(package) == {}
