"""Tests mirror folders: what stands in ``src/truebox/<room>`` is tested in ``tests/<room>``.

A module of 60 lines or more, ``x.py``, has ``test_x.py`` there; shorter ones may share a file that bears the
name of their folder, ``test_<folder>.py``, or be tested with their user. No test file outlives what it tests.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from project_tree import SOURCE, TESTS, listed

LINES = 60

# Source file -> why it has no test file of its own.
WITHOUT_TESTS = {
    "cli/__main__.py": "one line; run as a process by tests/cli",
}

# Folders of rows of a table; one test file reads every one of them.
TABLES = {"codes": "test_code.py"}

# What every annotation format has; they are tested together, by any test file of its folder.
FACES = {"format.py", "reader.py", "writer.py"}

# Folders of tests that follow a theme instead of a room.
THEMES = {
    "architecture",
    "browser",
    "docs",
    "examples",
    "faults",
    "measuring",
    "parity",
    "peers",
    "properties",
}


def untested_modules(source: Path, tests: Path) -> set[str]:
    """Modules (relative to `source`) without their test file; a room's ``__init__`` only re-exports."""
    missing = set()
    for module in source.rglob("*.py"):
        relative = module.relative_to(source)
        if module.name == "__init__.py" or "__pycache__" in relative.parts:
            continue
        if (
            relative.parts[:2] == ("report", "page")
            and relative.parts[-3] == "sections"
            and module.name == "data.py"
        ):
            continue  # what a section adds is read and drawn by the tests of the page
        folder = tests / relative.parent
        own = folder / f"test_{module.stem.lstrip('_')}.py"
        if relative.parts[0] in TABLES:
            own = tests / relative.parts[0] / TABLES[relative.parts[0]]
        faced = relative.parts[:2] == ("datasets", "formats") and module.name in FACES
        if faced or module.read_text(encoding="utf-8").count("\n") < LINES:
            if not any(folder.glob("test_*.py")):
                missing.add(relative.as_posix())
        elif not own.exists():
            missing.add(relative.as_posix())
    return missing


def orphaned_tests(source: Path, tests: Path) -> set[str]:
    """Test files in a room (relative to `tests`) that test no module, and no folder, of that name."""
    orphans = set()
    for test in tests.rglob("test_*.py"):
        relative = test.relative_to(tests)
        if relative.parts[0] in THEMES or test.name == f"test_{relative.parent.name}.py":
            continue
        stem = test.stem.removeprefix("test_")
        folder = source / relative.parent
        if not any((folder / f"{prefix}{stem}.py").exists() for prefix in ("", "_")):
            orphans.add(relative.as_posix())
    return orphans


def test_every_module_has_its_test_file():
    untested = untested_modules(SOURCE, TESTS) - set(WITHOUT_TESTS)
    assert not untested, listed(untested)


def test_every_test_file_in_a_room_has_its_module():
    orphaned = orphaned_tests(SOURCE, TESTS)
    assert not orphaned, listed(orphaned)


def test_no_room_of_tests_is_a_package():
    assert list(TESTS.rglob("__init__.py")) == []


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    (tmp_path / "src" / "room").mkdir(parents=True)
    (tmp_path / "tests" / "room").mkdir(parents=True)
    return tmp_path


def _mirrored(root: Path) -> tuple[set[str], set[str]]:
    return untested_modules(root / "src", root / "tests"), orphaned_tests(root / "src", root / "tests")


def test_the_mirror_notices_a_module_without_tests(planted):
    (planted / "src" / "room" / "lonely.py").touch()
    assert _mirrored(planted) == ({"room/lonely.py"}, set())


def test_the_mirror_notices_tests_of_a_module_that_is_gone(planted):
    (planted / "tests" / "room" / "test_gone.py").touch()
    assert _mirrored(planted) == (set(), {"room/test_gone.py"})


def test_short_modules_share_a_test_file_and_long_ones_do_not(planted):
    (planted / "tests" / "room" / "test_room.py").touch()
    (planted / "src" / "room" / "short.py").write_text("x = 1\n" * (LINES - 1), encoding="utf-8")
    assert _mirrored(planted) == (set(), set())
    (planted / "src" / "room" / "long.py").write_text("x = 1\n" * LINES, encoding="utf-8")
    assert _mirrored(planted) == ({"room/long.py"}, set())
