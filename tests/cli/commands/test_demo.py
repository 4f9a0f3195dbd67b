"""``truebox demo``: what it writes and says."""

from __future__ import annotations

import importlib
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from made_results import make_predictions
from reference_coco import reference_coco

from truebox.cli import main
from truebox.cli.commands.demo import closing_words, demo
from truebox.errors import ArgumentError
from truebox.generation import make_world
from truebox.records import Finding

# `truebox.cli.commands.demo` as an attribute may be the command of the same name.
module = importlib.import_module("truebox.cli.commands.demo")


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Run without the evaluation: what the table is asked to show."""
    shown: list[object] = []
    same, own = Finding("W-301", "in both \x1b[2J", 1), Finding("W-310", "in one", 1)
    found = make_predictions()
    results = [
        SimpleNamespace(warnings=warnings, geometry="boxes", predictions=found)
        for warnings in ((same,), (same, own))
    ]
    monkeypatch.setattr(module, "_evaluated", lambda world, folder: shown.append(str(folder)) or results)
    monkeypatch.setattr(module, "table_of", lambda results: "THE TABLE\n")
    return shown


def test_writes_evaluates_and_says_what_next(tmp_path: Path, told: list[object]) -> None:
    folder = tmp_path / "demo"
    done = CliRunner().invoke(demo, [str(folder), "--images", "4", "--seed", "5"], catch_exceptions=False)
    assert done.exit_code == 0
    assert told == [str(folder)]
    assert done.stdout.startswith("THE TABLE\n\nIn this truth, on purpose: 1 missing annotation, ")
    assert f"truebox eval {folder}/truth.json {folder}/detector_b.json\n" in done.stdout
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
    monkeypatch.delitem(sys.modules, "truebox.generation.scenes.pictures", raising=False)
    done = CliRunner().invoke(demo, [str(tmp_path), "--images", "2"], catch_exceptions=False)
    assert done.exit_code == 0
    assert "No pictures this time, everything else is there." in done.stderr
    assert "pip install 'pillow>=10.1'" in done.stderr
    assert "THE TABLE" in done.stdout


def test_a_folder_of_somebody_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    done = CliRunner().invoke(demo, [str(tmp_path), "--images", "2"])
    assert isinstance(done.exception, ArgumentError)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize("arguments", [["--images", "0"], ["--images", "x"], ["--seed", "-1"]])
def test_wrong_usage(arguments: list[str]) -> None:
    assert CliRunner().invoke(demo, arguments).exit_code == 2


def test_findings_are_said_once_and_made_harmless(tmp_path: Path, told: list[object]) -> None:
    done = CliRunner().invoke(demo, [str(tmp_path), "--images", "2", "--no-pictures"], catch_exceptions=False)
    assert done.stderr.splitlines()[1:] == ["W-301 in both \\x1b[2J", "W-310 B: in one"]


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (["--report"], "demo-report.html"),
        (["--report", "other.html"], "other.html"),
        (["--report=other.html"], "other.html"),
    ],
)
def test_the_report_says_how_to_open_it(
    tmp_path: Path,
    told: list[object],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    name: str,
) -> None:
    import truebox.report

    asked: list[object] = []
    page = '<!doctype html>\n<html lang="en">'
    monkeypatch.setattr(
        truebox.report,
        "to_page",
        lambda results, **more: asked.append(more["images"]) or page,
        raising=False,
    )
    monkeypatch.chdir(tmp_path)
    options = ["--images", "2", "--no-pictures"]
    # Twice: an own page may be replaced.
    for _ in range(2):
        done = CliRunner().invoke(demo, [*options, *arguments, "demo"], catch_exceptions=False)
        assert done.exit_code == 0, done.output
    assert (tmp_path / name).read_text() == page
    assert f"{name}: the report page (" in done.stderr
    assert (tmp_path / name).resolve().as_uri() in done.stderr
    assert asked == [None, None]
    CliRunner().invoke(demo, ["--images", "2", *arguments, "demo"], catch_exceptions=False)
    assert asked[2] == Path("demo/images")


def test_somebody_elses_file_is_no_report(tmp_path: Path) -> None:
    (tmp_path / "own.html").write_text("mine")
    done = CliRunner().invoke(demo, [str(tmp_path / "demo"), "--report", str(tmp_path / "own.html")])
    assert isinstance(done.exception, ArgumentError)
    assert not (tmp_path / "demo").exists()


def commands_in(text: str) -> list[list[str]]:
    return [shlex.split(line) for line in text.splitlines() if line.startswith("  truebox ")]


def test_commands_name_files_that_exist_even_with_spaces(tmp_path: Path) -> None:
    commands = commands_in(closing_words(make_world(4), str(tmp_path / "my $HOME demo")))
    assert len(commands) == 5
    files = {word for command in commands for word in command if word.endswith(".json")}
    assert {Path(word).name for word in files} == {"truth.json", "detector_a.json", "detector_b.json"}
    assert {Path(word).parent for word in files} == {tmp_path / "my $HOME demo"}


def test_a_folder_is_not_mistaken_for_an_option() -> None:
    commands = commands_in(closing_words(make_world(2), "-q"))
    assert commands[0][2] == os.path.join(".", "-q", "truth.json")


def test_names_are_made_harmless() -> None:
    words = closing_words(make_world(2), "\x1b[2J")
    assert "\x1b" not in words
    assert "\\x1b[2J" in words


def test_only_what_was_planted_is_listed() -> None:
    words = closing_words(make_world(1), "small")
    assert "\nIn this truth, on purpose: 1 missing annotation, 1 wrong class.\n" in words


def run_demo(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """The command as a new user runs it, with nothing faked."""
    return subprocess.run(
        [sys.executable, "-m", "truebox.cli", "demo", *arguments],
        cwd=cwd,
        env={**os.environ, "COLUMNS": "120"},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def test_from_end_to_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done = run_demo("--images", "12", "--seed", "3", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("truebox-demo: 12 images (painted), ")
    assert all(line.startswith("W-") for line in done.stderr.splitlines()[1:])
    folder = tmp_path / "truebox-demo"
    facts = json.loads((folder / "world.json").read_bytes())
    assert (facts["images"], facts["seed"], len(facts["classes"])) == (12, 3, 8)
    planted = facts["planted"]["truth"]
    assert f"{planted['crowds']} crowd" in done.stdout
    truth = json.loads((folder / "truth.json").read_bytes())
    assert len(truth["annotations"]) == (
        planted["objects"] - planted["missing_annotation"] + planted["crowds"]
    )
    for letter, name in ("A", "detector_a.json"), ("B", "detector_b.json"):
        found = json.loads((folder / name).read_bytes())
        row = next(line for line in done.stdout.splitlines() if line.startswith(f"{letter} "))
        cells = [cell.strip() for cell in row.split("|")]
        assert cells[0] == f"{letter} {Path('truebox-demo', name)}"
        assert cells[1] == f"{len(found)}"
        # The expected number is pycocotools' own.
        assert cells[2] == f"{reference_coco(truth, found)['stats'][0]:.3f}"

    monkeypatch.chdir(tmp_path)
    commands = commands_in(done.stdout)
    assert len(commands) == 5
    for command in commands:
        assert main(command[1:]) == 0
        assert capsys.readouterr().out


def test_again_into_the_same_folder(tmp_path: Path) -> None:
    first = run_demo("here", "--images", "3", "--no-pictures", cwd=tmp_path)
    again = run_demo("here", "--images", "2", "--no-pictures", cwd=tmp_path)
    assert (first.returncode, again.returncode) == (0, 0)
    assert json.loads((tmp_path / "here" / "world.json").read_bytes())["images"] == 2


def test_a_foreign_folder_ends_with_the_code_of_wrong_usage(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    done = run_demo(".", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: folder='.' holds files that no demo wrote, and is left alone; ")
    assert os.listdir(tmp_path) == ["notes.txt"]


def test_tracks_have_no_pictures_to_leave_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["demo", "--tracks", "--no-pictures"]) == 2
    assert "--no-pictures has no meaning with --tracks" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
