"""Gates on the command line: outputs, exit codes, baselines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from defusedxml.ElementTree import parse
from planted_files import write_planted

from truebox.cli import main
from truebox.cli.runs.gating import check_against, check_planned, finish
from truebox.diagnosis import Gates


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str, str]:
    return write_planted(tmp_path)


def test_a_gate_that_holds_and_one_that_does_not(files, capsys):
    truth, a, _ = files
    assert main(["eval", truth, a, "--fail-under", "AP=0.1", "--no-diagnosis"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("GATE ok      AP 0.")
    assert main(["eval", truth, a, "--fail-under", "AP=0.99", "--no-diagnosis"]) == 1
    out, err = capsys.readouterr()
    assert out.splitlines()[-1].startswith("GATE FAILED  AP 0.")
    assert "GATE" not in err


def test_json_has_them_and_stderr_says_them(files, capsys):
    truth, a, b = files
    gates = ["--fail-under", "AP=0.1", "--fail-under", "AP[size:small]=0.99"]
    assert main(["eval", truth, a, b, "--json", *gates]) == 1
    out, err = capsys.readouterr()
    document = json.loads(out)
    assert [gate["passed"] for gate in document["gates"]] == [True, False, True, False]
    assert [gate["name"] for gate in document["gates"]] == [a, a, b, b]
    assert "diagnosis" not in document["results"][0]
    assert err.count("GATE ok") == err.count("GATE FAILED") == 2
    assert main(["eval", truth, a, b, "--json", "-q", *gates]) == 1
    assert capsys.readouterr().err.count("GATE") == 2


def test_every_output_is_written_before_the_run_fails(files, tmp_path, capsys):
    truth, a, _ = files
    targets = [f"--{kind}={tmp_path}/out.{kind}" for kind in ("json", "csv", "md", "latex", "junit")]
    assert main(["eval", truth, a, "--fail-under", "AP=1", "--no-diagnosis", *targets]) == 1
    root = parse(tmp_path / "out.junit").getroot()
    assert (root.get("tests"), root.get("failures")) == ("1", "1")
    assert (tmp_path / "out.latex").read_text().startswith("% Truebox:")
    assert all((tmp_path / f"out.{kind}").stat().st_size for kind in ("json", "csv", "md"))
    assert (
        main(["eval", truth, a, "--no-diagnosis", "--fail-under", "AP=0", *targets]) == 0
    )  # again, over them
    capsys.readouterr()


def test_a_document_and_predictions_are_baselines(files, tmp_path, capsys):
    truth, a, b = files
    assert main(["eval", truth, a, f"--json={tmp_path}/last.json", "--no-diagnosis", "-q"]) == 0
    for baseline in (f"{tmp_path}/last.json", a):
        asked = ["eval", truth, b, "--json", "--baseline", baseline, "--max-drop"]
        assert main([*asked, "AP=0.5"]) == 0
        assert main([*asked, "AP=0", "--max-drop", "AP50=0.3"]) == 1
        capsys.readouterr()
        assert main([*asked, "AP=0.01", "--significant", "-q"]) in (0, 1)
        (gate,) = json.loads(capsys.readouterr().out)["gates"]
        assert gate["limit"] == pytest.approx(_ap(truth, a) - 0.01)


def _ap(truth: str, predictions: str) -> float:
    import truebox as tb

    with pytest.warns(tb.errors.TrueboxWarning):
        return float(tb.evaluate(truth, predictions).metrics["AP"])


@pytest.mark.parametrize("text", ["nonsense", "AP", "AP=40", "AP[nobody]=0.1", "AP5=0.1"])
def test_wrong_expressions_are_wrong_usage(files, capsys, text):
    truth, a, _ = files
    assert main(["eval", truth, a, "--json", "--fail-under", text]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "Fix: " in err


@pytest.mark.parametrize(
    "options",
    [["--max-drop", "AP=0.1"], ["--baseline", "x"], ["--significant"], ["--junit=x.xml"]],
)
def test_half_a_gate_is_wrong_usage(files, capsys, options):
    truth, a, _ = files
    assert main(["eval", truth, a, *options]) == 2
    assert "Error: " in capsys.readouterr().err


def test_a_baseline_that_is_neither(files, tmp_path, capsys):
    truth, a, _ = files
    broken = tmp_path / "broken.json"
    broken.write_text('{"format_version": 1}', encoding="utf-8")
    for path in (str(broken), str(tmp_path / "none.json")):
        assert main(["eval", truth, a, "--json", "--baseline", path, "--max-drop", "AP=0"]) == 3
        assert "E-550" in capsys.readouterr().err


def test_a_comparison_holds_all_others_against_the_first(files, tmp_path, capsys):
    truth, a, b = files
    junit = f"--junit={tmp_path}/gates.xml"
    asked = ["compare", truth, a, b, "--json", "--draws", "100", junit, "--max-drop"]
    assert main([*asked, "AP=0.9", "--fail-under", "AP=0.1"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [gate["name"] for gate in document["gates"]] == [b, b]
    assert main([*asked, "AP=0"]) == int(_ap(truth, b) < _ap(truth, a))
    assert parse(tmp_path / "gates.xml").getroot().get("tests") == "1"
    capsys.readouterr()


def test_no_gates_are_no_lines_and_no_end():
    assert finish(None, (), quiet=False) is finish(Gates(()), (), quiet=False) is None
    assert callable(check_planned)
    assert callable(check_against)
