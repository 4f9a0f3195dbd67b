"""Gates as JUnit XML, which continuous-integration systems show as tests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from truebox._kinds import refuses_other_kinds
from truebox._writing.escaping import escape_terminal
from truebox.report.blocks.gates import gate_line

if TYPE_CHECKING:
    from truebox.diagnosis import Gate

__all__ = ["to_junit"]


@refuses_other_kinds
def to_junit(gates: Iterable[Gate]) -> str:
    """Return one test case per gate; a gate that fails is a failure with its line.

    Parameters
    ----------
    gates : iterable of Gate
        As `truebox.diagnosis.check_gates` gives them.

    Returns
    -------
    str
        XML; texts from files are escaped, and what XML cannot hold is spelled out.

    Examples
    --------
    >>> print(to_junit([]).splitlines()[1])
    <testsuites name="truebox" tests="0" failures="0">
    """
    listed = list(gates)
    counts = f'tests="{len(listed)}" failures="{sum(not gate.passed for gate in listed)}"'
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<testsuites name="truebox" {counts}>']
    lines.append(f'  <testsuite name="gates" {counts} errors="0" skipped="0">')
    for gate in listed:
        case = f"    <testcase classname={_quoted(gate.name)} name={_quoted(gate.expression)}"
        if gate.passed:
            lines.append(f"{case}/>")
            continue
        said = gate_line(gate, named=False)
        failure = f"<failure message={_quoted(said)}>{escape(_held_by_xml(said))}</failure>"
        lines.append(f"{case}>{failure}</testcase>")
    return "\n".join([*lines, "  </testsuite>", "</testsuites>"]) + "\n"


def _quoted(text: str) -> str:
    return quoteattr(_held_by_xml(text))


def _held_by_xml(text: str) -> str:
    """Controls and lone surrogates are spelled out already; two code points are left that XML 1.0 forbids."""
    return escape_terminal(text).replace("\ufffe", "\\ufffe").replace("\uffff", "\\uffff")
