"""The house holds: a room imports only rooms below it (the layers contract in pyproject.toml)."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from project_tree import ROOT, SOURCE

pytest.importorskip(
    "importlinter", reason="the import contracts need import-linter: pip install 'truebox[test]'"
)

_RUN = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(cache_dir=None))"


def _lint(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", _RUN], cwd=folder, capture_output=True, text=True, check=False
    )


def _contract_for(package: str) -> str:
    """The project's own contract, word for word, speaking of another package."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    section = text[text.index("[tool.importlinter]") :]
    following = re.search(r"^\[(?!\[?tool\.importlinter)", section[1:], re.MULTILINE)
    section = section[: following.start() + 1] if following else section
    return section.replace('"truebox', f'"{package}')


@pytest.fixture
def copied_house(tmp_path: Path) -> Path:
    """A package `planted` with the files of truebox, all empty, under the same contracts."""
    for module in SOURCE.rglob("*.py"):
        copy = tmp_path / "planted" / module.relative_to(SOURCE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.touch()
    (tmp_path / "pyproject.toml").write_text(_contract_for("planted"), encoding="utf-8")
    return tmp_path


def test_every_room_imports_only_rooms_below_it():
    outcome = _lint(ROOT)
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr


def test_an_empty_copy_of_the_house_keeps_the_contract(copied_house):
    outcome = _lint(copied_house)
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr


def test_the_contract_notices_an_import_upwards(copied_house):
    (copied_house / "planted" / "boxes" / "__init__.py").write_text(
        "import planted.evaluation\n", encoding="utf-8"
    )
    outcome = _lint(copied_house)
    assert outcome.returncode == 1
    assert "planted.boxes is not allowed to import planted.evaluation" in outcome.stdout


def test_the_contract_notices_an_import_inside_a_function(copied_house):
    sneaky = "def late() -> None:\n    import planted.cli\n"
    (copied_house / "planted" / "overlap" / "__init__.py").write_text(sneaky, encoding="utf-8")
    assert "planted.overlap is not allowed to import planted.cli" in _lint(copied_house).stdout


def test_the_contract_notices_a_room_that_is_in_no_layer(copied_house):
    (copied_house / "planted" / "attic").mkdir()
    (copied_house / "planted" / "attic" / "__init__.py").touch()
    outcome = _lint(copied_house)
    assert outcome.returncode == 1
    assert "attic" in outcome.stdout
