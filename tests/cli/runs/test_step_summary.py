"""The summary of a job: appended, cut, and never a reason to fail."""

from __future__ import annotations

from pathlib import Path

import pytest
from planted_files import write_planted

from truebox.cli import main
from truebox.cli.runs import step_summary
from truebox.cli.runs.step_summary import append_step_summary


def test_nothing_is_made_without_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    made: list[str] = []

    def text() -> str:
        made.append("for nobody")
        return ""

    append_step_summary(text)
    assert made == []


def test_it_is_appended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "summary.md"
    file.write_text("before", encoding="utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(file))
    append_step_summary(lambda: "| ü |\n")
    assert file.read_text(encoding="utf-8") == "before\n| ü |\n"


def test_it_is_cut_at_a_line_below_the_limit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # GitHub: "Step summaries are isolated and limited to 1 MiB each".
    assert step_summary.MOST_BYTES < 1024 * 1024
    file = tmp_path / "summary.md"
    file.write_bytes(b"x" * 1000)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(file))
    append_step_summary(lambda: "123456789\n" * 200_000)
    text = file.read_text(encoding="utf-8")
    assert 1_000_000 < len(text) <= step_summary.MOST_BYTES
    assert text.rstrip().endswith("(The summary was cut: a job may show 1 MiB.)")
    append_step_summary(lambda: "more\n" * 100)
    assert file.stat().st_size <= step_summary.MOST_BYTES


def test_a_failure_is_said_and_costs_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    truth, a, _ = write_planted(tmp_path)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "none" / "summary.md"))
    assert main(["eval", truth, a, "--md", "--fail-under", "AP=0.1"]) == 0
    assert "no job summary" in capsys.readouterr().err


def test_gates_and_markdown_write_one_and_json_alone_does_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    truth, a, b = write_planted(tmp_path)
    file = tmp_path / "summary.md"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(file))
    assert main(["eval", truth, a, "--json"]) == 0
    assert not file.exists()
    assert main(["eval", truth, a, "--fail-under", "AP=0.1"]) == 0
    text = file.read_text(encoding="utf-8")
    assert text.startswith("| Gate | Predictions |")
    assert "| Class |" in text
    assert "- Largest loss: " in text
    file.unlink()
    assert main(["compare", truth, a, b, "--md", "--draws", "100"]) == 0
    assert file.read_text(encoding="utf-8").startswith("| Metric |")
    capsys.readouterr()
