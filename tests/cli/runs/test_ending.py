"""How runs end: what is made, said, written; and how tables look."""

from __future__ import annotations

import click
import pytest
from made_results import make_many
from made_tracks import made_tracks

from truebox.cli.runs.ending import Look, end_run, joined_summary
from truebox.cli.runs.outputs import Output
from truebox.diagnosis import Gate, Gates

GATES = Gates((Gate(expression="AP=1", subject="AP", name="a", value=0.5, limit=1.0, passed=False),))


def ended(outputs: list[Output], **changes):
    given = {
        "results": [make_many(2)],
        "checked": None,
        "summary": lambda: "SUMMARY",
        "started": 0.0,
        "threads": 1,
        "quiet": False,
    }
    end_run(outputs, {"table": lambda: "TABLE", "md": lambda: "MD"}, **{**given, **changes})


def test_the_result_goes_out_and_what_was_read_beside_it(capsys):
    ended([Output("table", "-")], notes=["why", "last"])
    out, err = capsys.readouterr()
    assert out == "TABLE"
    lines = err.splitlines()
    assert lines[0].startswith("truth")
    assert (lines[2], lines[-1]) == ("why", "last")
    ended([Output("table", "-")], notes=["why"], quiet=True)
    assert capsys.readouterr().err == ""


def test_a_failed_gate_ends_the_run_after_everything_is_written(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary"))
    with pytest.raises(click.exceptions.Exit):
        ended([Output("table", "-")], checked=GATES)
    assert capsys.readouterr().out == "TABLE"
    assert (tmp_path / "summary").read_text() == "SUMMARY"


def test_a_result_refuses_what_it_lacks(capsys):
    with pytest.raises(click.UsageError, match="--report has no meaning with --protocol tracks: the page"):
        ended([Output("report", "x.html")], results=[made_tracks()])
    assert capsys.readouterr() == ("", "")


def test_a_summary_begins_with_the_gates():
    assert joined_summary(None, "TABLES\n") == "TABLES\n"
    assert joined_summary(GATES, "TABLES\n").startswith("| Gate |")
    assert joined_summary(GATES, "TABLES\n").endswith("|\n\nTABLES\n")


def test_how_a_table_looks():
    assert Look(False, "never").for_stdout() == {"all_classes": False, "styled": False, "width": 100}
    assert Look(True, "always").for_stdout()["styled"] is True
