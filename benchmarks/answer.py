"""What a question found out: samples, ratios, targets, and what was left out, as text and as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from statistics import median
from typing import Any

OURS = "truebox"


@dataclass(frozen=True, slots=True)
class Row:
    """All samples of one tool in one case."""

    case: str
    tool: str
    seconds: tuple[float, ...]
    peak_bytes: tuple[int, ...] = ()
    cpu_seconds: tuple[float, ...] = ()
    answer: str = "identical"

    @property
    def time(self) -> float:
        return median(self.seconds)

    @property
    def memory(self) -> float | None:
        return median(self.peak_bytes) if self.peak_bytes else None


@dataclass(frozen=True, slots=True)
class Target:
    """A promise with a number: `value` must be at most (or at least) `limit`."""

    case: str
    promise: str
    value: float
    limit: float
    at_least: bool = False

    @property
    def reached(self) -> bool:
        return self.value >= self.limit if self.at_least else self.value <= self.limit


@dataclass(slots=True)
class Answer:
    """One question, answered."""

    name: str
    question: str
    how: str
    rows: list[Row] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)
    skipped: list[tuple[str, str]] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    baseline: str = ""

    def row(self, case: str, tool: str) -> Row | None:
        return next((row for row in self.rows if (row.case, row.tool) == (case, tool)), None)

    def fastest(self, case: str, tools: Iterable[str]) -> Row | None:
        found = [row for tool in tools if (row := self.row(case, tool))]
        return min(found, key=lambda row: row.time, default=None)

    def promise_speed(self, case: str, ours: str, rivals: Iterable[str], factor: float) -> None:
        """`ours` is at least `factor` times as fast as the fastest of `rivals` that ran."""
        mine, other = self.row(case, ours), self.fastest(case, rivals)
        if mine and other:
            promise = f"{ours} ≥ {factor:g} × as fast as {other.tool}"
            self.targets.append(Target(case, promise, other.time / mine.time, factor, at_least=True))

    def promise_share(self, case: str, ours: str, rival: str, limit: float, *, memory: bool = False) -> None:
        """`ours` takes at most `limit` of the rival's time (or peak memory)."""
        mine, other = self.row(case, ours), self.row(case, rival)
        if mine and other:
            what = "peak memory" if memory else "time"
            value = (mine.memory or 0) / (other.memory or 1) if memory else mine.time / other.time
            self.targets.append(Target(case, f"{ours} ≤ {limit:g} × {rival}, {what}", value, limit))

    def renewed(self, newer: Answer) -> Answer:
        """With the cases of a newer answer in place of its own; cases it lacks come last."""

        def merged(old: list[Any], new: list[Any]) -> list[Any]:
            cases = {each.case for each in newer.rows}
            found: list[Any] = []
            for each in old:
                if each.case not in cases:
                    found.append(each)
                elif not any(other.case == each.case for other in found):
                    found += [other for other in new if other.case == each.case]
            return found + [each for each in new if not any(other.case == each.case for other in found)]

        titles = {name for name, _ in newer.skipped}
        done = {row.case.partition(":")[0] for row in newer.rows}
        gone = titles | done
        skipped = [each for each in self.skipped if not {each[0], each[0].partition(":")[0]} & gone]
        return replace(
            newer,
            rows=merged(self.rows, newer.rows),
            targets=merged(self.targets, newer.targets),
            skipped=[*skipped, *newer.skipped],
        )

    def to_dict(self) -> dict[str, Any]:
        return asdict(self) | {"skipped": [(tool, without_paths(reason)) for tool, reason in self.skipped]}

    @classmethod
    def from_dict(cls, raw: dict[str, Any]) -> Answer:
        raw = dict(raw)
        raw["rows"] = [Row(**{**row, "seconds": tuple(row["seconds"])}) for row in raw["rows"]]
        raw["targets"] = [Target(**target) for target in raw["targets"]]
        raw["skipped"] = [tuple(pair) for pair in raw["skipped"]]
        return cls(**raw)


def without_paths(reason: str) -> str:
    """A reason as a page may show it: where tools and files lie is of one machine, their names are not."""
    named = re.sub(r" \((/|[A-Z]:\\)[^)]*\)", "", reason)
    return re.sub(r"(?<![\w.:/-])/(?:[\w.+-]+/)+", "", named)


def duration(seconds: float) -> str:
    """Three digits and the unit that suits them."""
    for unit, factor in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= factor * 0.9995:
            return f"{seconds / factor:.3g} {unit}" if seconds < 1000 else f"{seconds:.0f} s"
    return f"{seconds / 1e-9:.3g} ns"


def markdown(answer: Answer) -> str:
    """The answer as a page: one table per case, then the targets, then what was left out."""
    lines = [f"# {answer.question}", "", answer.how, ""]
    for case in dict.fromkeys(row.case for row in answer.rows):
        lines += _case_table(case, [row for row in answer.rows if row.case == case], answer.baseline)
    for picture in answer.pictures:
        lines += [f"![{answer.question}]({picture})", ""]
    if answer.targets:
        lines += ["## Targets", "", "| case | target | measured | |", "|---|---|---|---|"]
        for target in answer.targets:
            verdict = "reached" if target.reached else "**missed**"
            lines.append(f"| {target.case} | {target.promise} | {target.value:.3g} | {verdict} |")
        lines.append("")
    if answer.skipped:
        lines += ["## Left out", "", *_left_out(answer), ""]
    return "\n".join(lines).rstrip() + "\n"


def _left_out(answer: Answer) -> list[str]:
    return [f"- {tool}: {without_paths(reason)}" for tool, reason in answer.skipped]


def _ours(rows: list[Row], baseline: str) -> Row | None:
    """The row that ratios are taken to: the named one, or the first that is ours."""
    named = [row for row in rows if row.tool == (baseline or OURS)]
    return next(iter([*named, *(row for row in rows if row.tool.startswith(OURS))]), None)


def _case_table(case: str, rows: list[Row], baseline: str) -> list[str]:
    ours, times = _ours(rows, baseline), f"× {baseline or OURS}"
    with_memory = any(row.peak_bytes for row in rows)
    head = f"| | median | min to max | runs | {times} |"
    head += f" processor time | peak memory | {times} |" if with_memory else ""
    lines = [f"## {case}", "", head + " answer |", "|---" * (head.count("|")) + "|"]
    for row in sorted(rows, key=lambda row: row.time):
        ratio = f"{row.time / ours.time:.2f}" if ours else ""
        spread = f"{duration(min(row.seconds))} to {duration(max(row.seconds))}"
        cells = [_bold(row.tool), duration(row.time), spread, str(len(row.seconds)), ratio]
        if with_memory:
            share = f"{row.memory / ours.memory:.2f}" if ours and ours.memory and row.memory else ""
            cells.append(duration(median(row.cpu_seconds)))
            cells += [f"{row.memory / 1e6:,.0f} MB" if row.memory else "", share]
        lines.append("| " + " | ".join([*cells, row.answer]) + " |")
    return [*lines, ""]


def _bold(tool: str) -> str:
    return f"**{tool}**" if tool.startswith(OURS) else tool
