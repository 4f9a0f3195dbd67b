"""JUnit XML that every reader takes, whatever the names are."""

from __future__ import annotations

from dataclasses import replace

from defusedxml.ElementTree import fromstring
from made_results import HOSTILE_NAMES

from truebox.diagnosis import Gate
from truebox.report import to_junit

OK = Gate(expression="AP=0.4", subject="AP", name="a.json", value=0.5, limit=0.4, passed=True)


def test_one_case_per_gate_and_a_failure_with_its_line():
    root = fromstring(to_junit([OK, replace(OK, value=0.3, passed=False)]))
    (suite,) = root
    assert (root.tag, root.get("tests"), root.get("failures")) == ("testsuites", "2", "1")
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    good, bad = suite
    assert (good.get("classname"), good.get("name"), list(good)) == ("a.json", "AP=0.4", [])
    assert bad[0].tag == "failure"
    assert bad[0].get("message") == bad[0].text == "GATE FAILED  AP 0.300 < 0.400"


def test_hostile_names_stay_text():
    for name in [*HOSTILE_NAMES, "\ufffe\uffff\x00\ud800", "\"<&>'"]:
        gate = replace(OK, name=name, expression=f"AP[{name}]=1", subject=f"AP[{name}]", passed=False)
        (suite,) = fromstring(to_junit([gate]))
        assert len(suite) == 1
        assert suite[0].get("name").startswith("AP[")


def test_no_gates_are_an_empty_suite():
    assert fromstring(to_junit([])).get("tests") == "0"
