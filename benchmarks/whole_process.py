"""Whole evaluations in fresh processes, ours and the other tools', on the same two files."""

from __future__ import annotations

from benchmarks import ours
from benchmarks.answer import Answer, Row
from benchmarks.made_data import Files
from benchmarks.processes import Program, ProgramError, Runs, interleave, python, run_once
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
    checked, first = _check(answer, programs, reference, tolerance)
    runs = interleave([program for program in programs if program.tool in checked], rounds)
    for tool, found in runs.items():
        # A slow tool's first run counts: it is as fresh a process as any other.
        if len(found.seconds) < rounds:
            found.seconds += first[tool].seconds
            found.cpu_seconds += first[tool].cpu_seconds
            found.peak_bytes += first[tool].peak_bytes
        answer.rows.append(process_row(files.title, tool, found, checked[tool]))


def process_row(case: str, tool: str, runs: Runs, verdict: str = "") -> Row:
    """The row of a table from the samples of one program."""
    return Row(case, tool, tuple(runs.seconds), tuple(runs.peak_bytes), tuple(runs.cpu_seconds), verdict)


def _check(
    answer: Answer, programs: list[Program], reference: str, tolerance: float = 0.0
) -> tuple[dict[str, str], dict[str, Runs]]:
    """Tool -> how its numbers compare; and the runs that told. Raises when it is ours that differ."""
    first = {program.tool: Runs() for program in programs}
    for program in programs:
        try:
            run_once(program, first[program.tool])
        except (ProgramError, OSError) as error:
            answer.skipped.append((program.tool, f"did not run: {str(error).strip().splitlines()[-1]}"))
            del first[program.tool]
    numbers = {tool: _numbers(runs) for tool, runs in first.items()}
    exact = numbers.get(reference) or next(iter(numbers.values()), [])
    verdicts = {tool: _verdict(found, exact, tolerance) for tool, found in numbers.items()}
    for tool in (COMMAND, FUNCTION):
        if verdicts.get(tool, "").startswith("differs"):
            raise NotIdenticalError(f"{tool} {verdicts[tool]}: {numbers[tool]}, {reference}: {exact}")
    return verdicts, first


def _numbers(runs: Runs) -> list[float]:
    return ours.stats_of_document(runs.said) if isinstance(runs.said, dict) else [float(x) for x in runs.said]


def _verdict(found: list[float], exact: list[float], tolerance: float) -> str:
    if found == exact:
        return "identical"
    difference = max(abs(a - b) for a, b in zip(found, exact, strict=True))
    return f"equal to {tolerance:.0e}" if difference <= tolerance else f"differs by {difference:.1e}"
