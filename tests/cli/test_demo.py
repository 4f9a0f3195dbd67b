"""``truebox demo``: what it writes and says."""

from __future__ import annotations

import importlib
import json
import shlex
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from truebox.cli.demo import closing_words, demo
from truebox.errors import ArgumentError
from truebox.generation import make_world

# `truebox.cli.demo` as an attribute may be the command of the same name.
module = importlib.import_module("truebox.cli.demo")


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Run without the evaluation: what the table is asked to show."""
    shown: list[object] = []
    monkeypatch.setattr(module, "_evaluated", lambda world, folder: [str(folder), len(world.predictions)])
    monkeypatch.setattr(module, "table_of", lambda results: shown.append(results) or "THE TABLE\n")
    return shown


def test_writes_evaluates_and_says_what_next(tmp_path: Path, told: list[object]) -> None:
    folder = tmp_path / "demo"
    done = CliRunner().invoke(demo, [str(folder), "--images", "4", "--seed", "5"], catch_exceptions=False)
    assert done.exit_code == 0
    assert told == [[str(folder), 2]]
    assert done.stdout.startswith("THE TABLE\n\nIn this truth, on purpose: 1 missing annotation, ")
    assert f"truebox eval {folder}/truth.json {folder}/detector_a.json\n" in done.stdout
    assert f"{folder}: 4 images (painted), " in done.stderr
    assert json.loads((folder / "world.json").read_bytes())["seed"] == 5
    assert len(list((folder / "images").iterdir())) == 4


def test_no_pictures(tmp_path: Path, told: list[object]) -> None:
    done = CliRunner().invoke(demo, [str(tmp_path), "--images", "2", "--no-pictures"], catch_exceptions=False)
    assert "2 images (not painted)" in done.stderr
    assert not (tmp_path / "images").exists()


def test_without_pillow_it_goes_on(
    tmp_path: Path, told: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    monkeypatch.delitem(sys.modules, "truebox.generation.pictures", raising=False)
    done = CliRunner().invoke(demo, [str(tmp_path), "--images", "2"], catch_exceptions=False)
    assert done.exit_code == 0
    assert "No pictures this time, everything else is there." in done.stderr
    assert "pip install 'truebox[images]'" in done.stderr
    assert "THE TABLE" in done.stdout


def test_a_folder_of_somebody_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    done = CliRunner().invoke(demo, [str(tmp_path), "--images", "2"])
    assert isinstance(done.exception, ArgumentError)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_a_folder_that_cannot_be_written_is_wrong_usage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.mkdir", denied)
    done = CliRunner().invoke(demo, [str(tmp_path / "demo"), "--images", "2"])
    assert isinstance(done.exception, ArgumentError)
    assert "Permission denied; give the path of another folder" in str(done.exception)


@pytest.mark.parametrize("arguments", [["--images", "0"], ["--images", "x"], ["--seed", "-1"]])
def test_wrong_usage(arguments: list[str]) -> None:
    assert CliRunner().invoke(demo, arguments).exit_code == 2


def test_commands_name_files_that_exist_even_with_spaces(tmp_path: Path) -> None:
    words = closing_words(make_world(4), str(tmp_path / "my demo"))
    commands = [line.strip() for line in words.splitlines() if line.startswith("  truebox ")]
    assert len(commands) == 4
    files = {
        Path(word).name for command in commands for word in shlex.split(command) if word.endswith(".json")
    }
    assert files == {"truth.json", "detector_a.json", "detector_b.json"}
    assert shlex.split(commands[0])[2] == str(tmp_path / "my demo" / "truth.json")
