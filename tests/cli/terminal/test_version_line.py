"""The line of versions says what the packages say of themselves."""

from __future__ import annotations

import importlib
import platform
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest

import truebox
from truebox.cli.run import run
from truebox.cli.terminal.version_line import version_line

module = importlib.import_module("truebox.cli.terminal.version_line")


def test_versions_are_those_of_the_packages() -> None:
    expected = (
        f"truebox {truebox.__version__} (Python {platform.python_version().partition('+')[0]}, "
        f"NumPy {metadata.version('numpy')}, {platform.system()} {platform.machine()})"
    )
    assert version_line() == expected
    assert np.__version__ == metadata.version("numpy")


@pytest.mark.parametrize("text", [None, "", "version = 7"])
def test_a_numpy_that_tells_no_version_is_asked_by_its_metadata(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str | None
) -> None:
    if text is not None:
        (tmp_path / "version.py").write_text(text)
    spec = importlib.machinery.ModuleSpec("numpy", None, origin=str(tmp_path / "__init__.py"))
    monkeypatch.setattr(module, "find_spec", lambda name: spec)
    monkeypatch.setattr(module, "metadata", metadata)
    assert f"NumPy {metadata.version('numpy')}," in version_line()


@pytest.mark.parametrize("arguments", [["--version"], ["eval", "--version"], ["--version", "--help"]])
def test_the_command_says_it(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    code = run(arguments)
    said = capsys.readouterr().out
    assert (code, said) == (0, version_line() + "\n") if arguments[0] == "--version" else code != 0
