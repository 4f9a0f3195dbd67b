"""Questions whose cases are calls by name: every tool's answer is compared with ours, then all are timed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from benchmarks.answer import OURS, Answer, Row
from benchmarks.call import Array, Call
from benchmarks.stopwatch import interleave
from benchmarks.versus import adapters


def ask_by_case(
    answer: Answer,
    ours: dict[str, Call],
    rivals: Sequence[str],
    ability: str,
    data: Any,
    *,
    rounds: int,
    cases: Sequence[str] | None = None,
) -> None:
    """Add a row for each tool that has a call for one of our cases; `cases` are parts of their names."""
    theirs: dict[str, dict[str, Call]] = {}
    for name in rivals:
        modules, absent = adapters((name,), ability)
        answer.skipped += absent
        for module in modules:
            for case, call in getattr(module, ability)(data).items():
                if case not in ours:
                    raise LookupError(f"{module.TOOL} answers {case!r}, which nobody asks")
                theirs.setdefault(case, {})[module.TOOL] = call
    for case, call in ours.items():
        if cases and not any(part in case for part in cases):
            continue
        calls = {OURS: call, **theirs.get(case, {})}
        verdicts = {tool: agreement(each, call) for tool, each in calls.items()}
        # Where not all tools are installed, the one that agrees may be missing.
        if not answer.skipped and not any(said[0] in "ie" for tool, said in verdicts.items() if tool != OURS):
            raise RuntimeError(f"{case}: {verdicts}")
        runs = {tool: each.run for tool, each in calls.items()}
        for tool, samples in interleave(runs, rounds).items():
            answer.rows.append(Row(case, tool, tuple(samples), answer=verdicts[tool]))


def agreement(call: Call, reference: Call) -> str:
    """``identical``, ``equal to 1e-...`` of the largest number, or by how much two answers differ."""
    found, expected = (np.asarray(each.read(each.run()), np.float64) for each in (call, reference))
    if found.shape != expected.shape:
        return f"differs: shape {found.shape}"
    if np.array_equal(found, expected):
        return "identical"
    share = _largest(found - expected) / _largest(expected)
    close = next((text for text in ("1e-12", "1e-5") if share < float(text)), "")
    return f"equal to {close}" if close else f"differs by {share:.1e} of the largest"


def _largest(values: Array) -> float:
    return max(float(np.abs(values).max(initial=0.0)), 1e-300)
