"""The run behind ``truebox eval``, with a result that nothing on the command line knows."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from made_tracks import made_tracks

from truebox import evaluation
from truebox.cli.runs.evaluation import evaluate_files

Outcome = tuple[int, str, str]


@pytest.fixture
def tracks(command: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Outcome]:
    """The command where every evaluation finds tracks."""
    monkeypatch.setattr(
        evaluation, "evaluate", lambda truth, found, **_: made_tracks(found.source.name), raising=False
    )
    return command


def test_its_own_metrics_are_shown_and_said(tracks: Callable[..., Outcome]) -> None:
    code, out, err = tracks("eval", "t", "p")
    assert code == 0
    assert out.startswith("Class   | Tracks | Switches |  HOTA |   MOTA | IDF1\n")
    assert "2 sequences · 7 tracks" in err
    assert "protocol tracks strict · boxes · frames 1 to 600 · " in err


def test_every_output_takes_them(tracks: Callable[..., Outcome], tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary"))
    kinds = ("csv", "md", "latex", "junit")
    files = [f"--{kind}={tmp_path}/out.{kind}" for kind in kinds]
    code, out, _ = tracks("eval", "t", "a", "b", "--json", *files, "--fail-under", "HOTA=0.6")
    assert code == 1
    assert [gate["passed"] for gate in json.loads(out)["gates"]] == [False, False]
    assert all("HOTA" in (tmp_path / f"out.{kind}").read_text() for kind in kinds)
    assert (tmp_path / "summary").read_text().startswith("| Gate |")


@pytest.mark.parametrize("asked", [["--report", "out.html"], ["--coco-text"], ["--diagnosis", "--json"]])
def test_what_it_lacks_is_refused_in_its_words(
    tracks: Callable[..., Outcome], asked: list[str], tmp_path, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = tracks("eval", "t", "p", *asked)
    assert (code, out) == (2, "")
    assert f"{asked[0]} has no meaning with --protocol tracks: " in err
    assert list(tmp_path.iterdir()) == []


def test_the_run_is_what_the_command_calls() -> None:
    assert callable(evaluate_files)
