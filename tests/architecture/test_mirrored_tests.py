"""Tests mirror files: ``src/truebox/<room>/x.py`` has ``tests/<room>/test_x.py``, and the other way round."""

from __future__ import annotations

from pathlib import Path

from project_tree import SOURCE, TESTS, listed

# Source file -> why it has no test file of its own.
WITHOUT_TESTS = {
    "typing.py": "type aliases only: the type checker reads them, nothing runs",
    "cli/__main__.py": "one line; run as a process by tests/cli",
}

# Folders of plain tables; the tests of the room read every one of them.
TABLES = {"codes": "code.py"}

# What every annotation format has; they are tested together, by any test file of its folder.
FACES = {"format.py", "reader.py", "writer.py"}

# Folders of tests that follow a theme instead of a room.
THEMES = {"architecture", "browser", "docs", "examples", "faults", "measuring", "parity", "properties"}


def untested_modules(source: Path, tests: Path) -> set[str]:
    """Modules (relative to `source`) without an own test file; a room's ``__init__`` only re-exports."""
    missing = set()
    for module in source.rglob("*.py"):
        relative = module.relative_to(source)
        if module.name == "__init__.py" or "__pycache__" in relative.parts:
            continue
        if module.name != TABLES.get(relative.parts[0], module.name):
            continue
        if relative.parts[:3] == ("report", "page", "sections") and module.name == "data.py":
            continue  # what a section adds is read and drawn by the tests of the page
        folder = tests / relative.parent
        if relative.parts[:2] == ("datasets", "formats") and module.name in FACES:
            if not any(folder.glob("test_*.py")):
                missing.add(relative.as_posix())
        elif not (folder / f"test_{module.stem.lstrip('_')}.py").exists():
            missing.add(relative.as_posix())
    return missing


def orphaned_tests(source: Path, tests: Path) -> set[str]:
    """Test files in a room (relative to `tests`) that test no module of that name."""
    orphans = set()
    for test in tests.rglob("test_*.py"):
        relative = test.relative_to(tests)
        if relative.parts[0] in THEMES:
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


def test_the_mirror_notices_a_module_without_tests(tmp_path):
    (tmp_path / "src" / "room").mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    (tmp_path / "src" / "room" / "lonely.py").touch()
    assert untested_modules(tmp_path / "src", tmp_path / "tests") == {"room/lonely.py"}


def test_the_mirror_notices_tests_of_a_module_that_is_gone(tmp_path):
    (tmp_path / "src" / "room").mkdir(parents=True)
    (tmp_path / "tests" / "room").mkdir(parents=True)
    (tmp_path / "tests" / "room" / "test_gone.py").touch()
    assert orphaned_tests(tmp_path / "src", tmp_path / "tests") == {"room/test_gone.py"}
