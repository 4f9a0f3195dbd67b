"""Whole evaluations in fresh processes, ours and the other tools', on the same two files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks import ours
from benchmarks.answer import Answer, Row
from benchmarks.made_data import Files
from benchmarks.processes import Program, ProgramError, Runs, interleave, least, python, run_once
from benchmarks.versus import adapters

COMMAND, FUNCTION = "truebox eval", "truebox.evaluate()"


class NotIdenticalError(RuntimeError):
    """Our numbers are not the reference's: nothing is timed."""


def measure(
    answer: Answer,
    files: Files,
    rivals: tuple[str, ...],
    rounds: int,
    most_rounds: dict[str, int],
    *,
    reference: str,
    overlap: str = "bbox",
    protocol: str = "coco",
    tolerance: float = 0.0,
) -> None:
    """Check that the numbers are identical, then run all in turn, `rounds` times; add rows to `answer`.

    `overlap` is what overlaps, as the reference names it: bbox, segm, keypoints or boundary. Our
    numbers may differ by `tolerance`.
    """
    modules, absent = adapters(rivals, "EVALUATE")
    answer.skipped += absent
    paths = (str(files.truth), str(files.predictions))
    options = () if (overlap, protocol) == ("bbox", "coco") else ours.options(overlap, protocol)
    programs = [
        Program(COMMAND, (ours.command(), "eval", *paths, "--json", *options)),
        Program(FUNCTION, python(ours.EVALUATE, *paths, overlap, protocol)),
        *(
            Program(module.TOOL, python(module.EVALUATE, *paths, overlap), most_rounds.get(module.TOOL, 1000))
            for module in modules
        ),
    ]
    limit = least(*paths)
    measure_programs(
        answer, files.title, programs, rounds, reference=reference, tolerance=tolerance, limit=limit
    )


def _numbers(said: Any) -> list[float]:
    return ours.stats_of_document(said) if isinstance(said, dict) else [float(x) for x in said]


def measure_programs(
    answer: Answer,
    case: str,
    programs: list[Program],
    rounds: int,
    *,
    reference: str,
    tolerance: float = 0.0,
    own: tuple[str, ...] = (COMMAND, FUNCTION),
    numbers: Callable[[Any], list[float]] = _numbers,
    limit: Program | None = None,
) -> None:
    """The same of any programs, of which `own` must be right; `numbers` takes them from what one says.

    A program that is to run once has run when its answer is checked. The `limit` runs in turn with them and
    answers nothing.
    """
    checked, first = _check(answer, programs, reference, tolerance, own=own, numbers=numbers)
    begun = [program for program in programs if program.tool in checked and program.most_rounds > 1]
    if limit is not None:
        begun.append(limit)
        checked[limit.tool], first[limit.tool] = "", Runs()
    runs = {program.tool: Runs() for program in programs if program.tool in checked} | interleave(
        begun, rounds
    )
    for tool, found in runs.items():
        # A slow tool's first run counts: it is as fresh a process as any other.
        if len(found.seconds) < rounds:
            found.seconds += first[tool].seconds
            found.cpu_seconds += first[tool].cpu_seconds
            found.peak_bytes += first[tool].peak_bytes
        answer.rows.append(process_row(case, tool, found, checked[tool]))


def process_row(case: str, tool: str, runs: Runs, verdict: str = "") -> Row:
    """The row of a table from the samples of one program."""
    return Row(case, tool, tuple(runs.seconds), tuple(runs.peak_bytes), tuple(runs.cpu_seconds), verdict)


def _check(
    answer: Answer,
    programs: list[Program],
    reference: str,
    tolerance: float = 0.0,
    *,
    own: tuple[str, ...] = (COMMAND, FUNCTION),
    numbers: Callable[[Any], list[float]] = _numbers,
) -> tuple[dict[str, str], dict[str, Runs]]:
    """Tool -> how its numbers compare; and the runs that told. Raises when it is ours that differ."""
    first = {program.tool: Runs() for program in programs}
    for program in programs:
        try:
            run_once(program, first[program.tool])
        except (ProgramError, OSError) as error:
            answer.skipped.append((program.tool, f"did not run: {str(error).strip().splitlines()[-1]}"))
            del first[program.tool]
    answers = {tool: numbers(runs.said) for tool, runs in first.items()}
    exact = answers.get(reference) or next(iter(answers.values()), [])
    verdicts = {tool: _verdict(found, exact, tolerance) for tool, found in answers.items()}
    for tool in own:
        if verdicts.get(tool, "").startswith("differs"):
            raise NotIdenticalError(f"{tool} {verdicts[tool]}: {answers[tool]}, {reference}: {exact}")
    return verdicts, first


def _verdict(found: list[float], exact: list[float], tolerance: float) -> str:
    if found == exact:
        return "identical"
    difference = max(abs(a - b) for a, b in zip(found, exact, strict=True))
    return f"equal to {tolerance:.0e}" if difference <= tolerance else f"differs by {difference:.1e}"
