"""Gates as lines and as Markdown."""

from __future__ import annotations

from dataclasses import replace

from truebox.diagnosis import Gate
from truebox.report.blocks.block import Notes
from truebox.report.blocks.gates import gate_blocks, gate_line, gate_lines
from truebox.report.writers.markdown import gate_markdown
from truebox.report.writers.plain import write_plain

OK = Gate(expression="AP=0.4", subject="AP", name="a.json", value=0.4123, limit=0.4, passed=True)


def test_the_sign_is_the_one_that_holds():
    assert gate_line(OK, named=False) == "GATE ok      AP 0.412 >= 0.400"
    failed = replace(OK, value=0.3, passed=False)
    assert gate_line(failed, named=False) == "GATE FAILED  AP 0.300 < 0.400"
    most = replace(OK, relation="<=", value=0.3)
    assert gate_line(most, named=False) == "GATE ok      AP 0.300 <= 0.400"
    assert gate_line(replace(most, value=0.5, passed=False), named=False) == "GATE FAILED  AP 0.500 > 0.400"


def test_three_decimals_that_hide_the_difference_give_way():
    near = replace(OK, value=0.39999, passed=False)
    assert gate_line(near, named=False) == "GATE FAILED  AP 0.39999 < 0.4"


def test_they_are_notes_of_a_report():
    assert gate_blocks([OK]) == [Notes(("GATE ok      AP 0.412 >= 0.400",))]


def test_undefined_says_why():
    lost = replace(OK, value=None, passed=False, reason="no truth of small size")
    assert gate_line(lost, named=False) == ("GATE FAILED  AP n/a, limit 0.400 (no truth of small size)")


def test_several_predictions_are_named_and_one_is_not():
    assert gate_lines([OK, OK])[0].endswith("0.400")
    assert gate_lines([OK, replace(OK, name="b.json")])[1].endswith("0.400  b.json")


def test_names_are_escaped_for_terminals_and_markdown():
    hostile = replace(OK, subject="AP[\x1b[31m|<b>]", expression="AP[|<b>]=1", name="`x`")
    assert "\x1b" not in write_plain(gate_blocks([hostile]))
    row = gate_markdown([hostile]).splitlines()[2]
    assert "<b>" not in row
    assert row.count(" | ") == 3
    assert "❌" in gate_markdown([replace(OK, passed=False)])


def test_at_the_limit_itself_either_relation_holds():
    for relation in (">=", "<="):
        at = replace(OK, value=0.4, relation=relation)
        assert gate_line(at, named=False) == f"GATE ok      AP 0.400 {relation} 0.400"
