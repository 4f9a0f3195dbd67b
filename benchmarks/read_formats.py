"""How long does a folder of small annotation files take, from the start of the program to the objects?"""

from __future__ import annotations

from benchmarks import ours
from benchmarks.answer import Answer, Row
from benchmarks.asking import main
from benchmarks.label_folders import label_folders
from benchmarks.processes import Program, ProgramError, Runs, least, run_once
from benchmarks.versus import adapters

_TOOLS = ("panlabel", "globox", "supervision")
_FORMATS = ("voc", "yolo")
_TOO_SLOW = 5  # times the fastest other tool's time at 2,000 images: not asked again at 100,000


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Reading folders of Pascal VOC and YOLO files."""
    answer = Answer(
        "read_formats",
        "Reading a folder of small annotation files",
        "Whole programs in fresh processes, interleaved, start of the interpreter included; files are in the "
        "page cache after a first round that is not counted. Each says how many objects it read, and those "
        "numbers must agree. panlabel has no way to read alone: `validate` reads and checks, "
        "and it is no Python program: what starting Python and NumPy alone takes stands beside.",
    )
    modules, absent = adapters(_TOOLS, "READ_FOLDER")
    answer.skipped += absent
    for images in (2_000,) if quick else (2_000, 100_000):
        root = label_folders(images)
        for form in _FORMATS:
            programs = [
                Program(module.TOOL, module.READ_FOLDER(form, root / form)) for module in (ours, *modules)
            ]
            programs.append(least())
            factor = 4 if images > 2_000 else 1
            programs = _worth_asking(answer, form, programs) if images > 2_000 else programs
            _measure(answer, f"{form}: {images:,} images", programs, rounds or (2 if quick else 5), factor)
    return answer


def _worth_asking(answer: Answer, form: str, programs: list[Program]) -> list[Program]:
    """Without those that a smaller folder has shown to be far behind the fastest."""
    times = {
        row.tool: row.time
        for row in answer.rows
        if row.case == f"{form}: 2,000 images" and row.tool not in (ours.TOOL, least().tool)
    }
    slow = {tool for tool, time in times.items() if time > _TOO_SLOW * min(times.values())}
    reason = f"more than {_TOO_SLOW} times as slow as the fastest at 2,000"
    answer.skipped += [(f"{tool}, {form}: 100,000 images", reason) for tool in sorted(slow)]
    return [program for program in programs if program.tool not in slow]


def _measure(answer: Answer, case: str, programs: list[Program], rounds: int, factor: float) -> None:
    runs = {program.tool: Runs() for program in programs}
    for program in list(programs):
        try:
            run_once(program, Runs())
        except ProgramError as error:
            answer.skipped.append((f"{program.tool}, {case}", str(error).strip().splitlines()[-1]))
            programs.remove(program)
    for _ in range(rounds):
        for program in programs:
            run_once(program, runs[program.tool])
    expected = runs[ours.TOOL].said
    for program in programs:
        found = runs[program.tool]
        verdict = "" if found.said is None else "identical" if found.said == expected else "differs"
        seconds, peak, cpu = tuple(found.seconds), tuple(found.peak_bytes), tuple(found.cpu_seconds)
        answer.rows.append(Row(case, program.tool, seconds, peak, cpu, verdict))
    beside = [program.tool for program in programs if program.tool not in (ours.TOOL, least().tool)]
    answer.promise_speed(case, ours.TOOL, beside, factor)


if __name__ == "__main__":
    main(ask)
