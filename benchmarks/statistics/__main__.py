"""``python -m benchmarks.statistics [--worlds N] [--processes N] [--only TABLE...]``."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from benchmarks.statistics.gate_trials import GATES, gates_failing
from benchmarks.statistics.other_numbers import NUMBERS, labels_doubted, other_numbers
from benchmarks.statistics.trials import equal_detectors, harder_images, unequal_detectors
from benchmarks.statistics.worlds import WORLDS

_HEADING = (
    "coverage AP", "coverage AP50", "warned of few", "compare AP", "compare AP50", "class named by AP",
    "class named by AP50", "class named by AP75", "a random slice named",
)  # fmt: skip
_EQUAL = (
    ("base", 20, "images", 2.0),
    ("base", 60, "images", 2.0),
    ("base", 300, "images", 0.6),
    ("rare", 300, "images", 0.6),
    ("tail", 60, "images", 1.2),
    ("tail", 300, "images", 0.4),
    ("ties", 60, "images", 0.6),
    ("video", 60, "videos", 1.2),
    ("video", 300, "videos", 0.8),
    ("video", 60, "images", 0.4),
    ("video", 300, "images", 0.2),
)
_OTHER = (
    ("base", 20, "images", 0.8),
    ("base", 60, "images", 0.8),
    ("base", 300, "images", 0.5),
    ("rare", 300, "images", 0.5),
    ("tail", 60, "images", 0.6),
    ("video", 60, "videos", 0.6),
    ("video", 300, "videos", 0.4),
)
_UNEQUAL = (("base", 60, 0.5, 0.6), ("base", 300, 0.3, 0.3))
_HARDER = (("base", 20, 1.5), ("base", 60, 0.7), ("base", 300, 0.35))
_GATES = (("base", 60, 0.0, 0.6), ("base", 300, 0.0, 0.3), ("base", 300, -0.3, 0.15))
_LABELS = (
    ("base", 60, None, 0.6),
    ("base", 300, None, 0.4),
    ("base", 300, 1, 0.4),
    ("tail", 300, None, 0.2),
    ("base", 2000, None, 0.06),
)

Task = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]


def main() -> None:
    """Print the tables of the page about uncertainty."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worlds", type=int, default=500, help="what the numbers of data sets are shares of")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1, help="rows made at a time; they stay the same")
    tables = {
        "equal": _equal,
        "other": _other,
        "better": _unequal,
        "harder": _harder,
        "gates": _gates,
        "labels": _labels,
    }
    parser.add_argument("--only", nargs="+", choices=tables, default=tables, metavar="TABLE")
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.processes) as pool:
        begun = [tables[name](asked.worlds, asked.seed) for name in asked.only]
        # All are begun before the first is awaited.
        futures = [[pool.submit(_run, task) for task in tasks] for tasks, _ in begun]
        for (_, printed), awaited in zip(begun, futures, strict=True):
            for line in printed(future.result() for future in awaited):
                print(line, flush=True)


def _run(task: Task) -> Any:
    work, arguments, more = task
    return work(*arguments, **more)


def _of(worlds: int, share: float) -> int:
    return max(10, round(share * worlds))


def _drawn(
    work: Callable[..., Any], cases: Sequence[tuple[str, int, str, float]], worlds: int, seed: int
) -> list[Task]:
    """A task for each world, images and what is drawn of them."""
    return [
        (work, (WORLDS[name], images, _of(worlds, share)), {"groups": drawn == "videos", "seed": seed})
        for name, images, drawn, share in cases
    ]


def _equal(worlds: int, seed: int) -> tuple[list[Task], Callable[[Iterator[Any]], Iterator[str]]]:
    tasks = _drawn(equal_detectors, _EQUAL, worlds, seed)

    def printed(found: Iterator[Any]) -> Iterator[str]:
        yield "Two equally good detectors, per cent of data sets, ± one binomial error:\n"
        yield from _head(["world", "images", "drawn", "data sets", *_HEADING])
        for (name, images, drawn, share), tally in zip(_EQUAL, found, strict=True):
            yield _row([name, images, drawn, _of(worlds, share), *(tally[key] for key in _HEADING)])

    return tasks, printed


def _other(worlds: int, seed: int) -> tuple[list[Task], Callable[[Iterator[Any]], Iterator[str]]]:
    tasks = _drawn(other_numbers, _OTHER, worlds, seed)

    def printed(found: Iterator[Any]) -> Iterator[str]:
        columns = list(found)
        yield "\nCoverage of other numbers; in brackets where the interval is said to be too short, perhaps;"
        yield "a dash where nearly no data set has an interval:\n"
        yield from _head(["number", *(f"{name} {images}, {drawn}" for name, images, drawn, _ in _OTHER)])
        yield _row(["data sets", *(_of(worlds, share) for *_, share in _OTHER)])
        for number in NUMBERS:
            yield _row([number, *(column[number] for column in columns)])

    return tasks, printed


def _unequal(worlds: int, seed: int) -> tuple[list[Task], Callable[[Iterator[Any]], Iterator[str]]]:
    tasks: list[Task] = [
        (unequal_detectors, (WORLDS[name], images, _of(worlds, share), skill), {"seed": seed})
        for name, images, skill, share in _UNEQUAL
    ]

    def printed(found: Iterator[Any]) -> Iterator[str]:
        yield "\nA better second detector:\n"
        yield from _head(["world", "images", "data sets", "true difference", "found", "interval holds it"])
        for (name, images, _, share), (tally, mean) in zip(_UNEQUAL, found, strict=True):
            cells = [f"{mean:.3f}", tally["better"], tally["coverage of the difference"]]
            yield _row([name, images, _of(worlds, share), *cells])

    return tasks, printed


def _harder(worlds: int, seed: int) -> tuple[list[Task], Callable[[Iterator[Any]], Iterator[str]]]:
    tasks: list[Task] = [
        (harder_images, (WORLDS[name], images, _of(worlds, 0.3), by), {"seed": seed})
        for name, images, by in _HARDER
    ]

    def printed(found: Iterator[Any]) -> Iterator[str]:
        yield "\nHarder images of one attribute:\n"
        yield from _head(["world", "images", "data sets", "named alone", "named among the default slices"])
        for (name, images, _), tally in zip(_HARDER, found, strict=True):
            yield _row([name, images, _of(worlds, 0.3), tally["alone"], tally["among all"]])

    return tasks, printed


def _gates(worlds: int, seed: int) -> tuple[list[Task], Callable[[Iterator[Any]], Iterator[str]]]:
    tasks: list[Task] = [
        (gates_failing, (WORLDS[name], images, _of(worlds, share), skill), {"seed": seed})
        for name, images, skill, share in _GATES
    ]
    kinds = ("predictions", "document", "document of other images")

    def printed(found: Iterator[Any]) -> Iterator[str]:
        yield "\nGates with `--significant` that fail:\n"
        yield from _head(["images", "data sets", "true drop of AP, of AP[c2]", "gates", *kinds])
        for (_, images, _, share), (tally, lost) in zip(_GATES, found, strict=True):
            drop = ", ".join(f"{max(value, 0.0):.3f}" for value in lost.values())
            for gates in GATES:
                cells = [tally[f"{kind}: {gates}"] for kind in kinds]
                yield _row([images, _of(worlds, share), drop, f"`{gates}`", *cells])

    return tasks, printed


def _labels(worlds: int, seed: int) -> tuple[list[Task], Callable[[Iterator[Any]], Iterator[str]]]:
    tasks: list[Task] = [
        (labels_doubted, (WORLDS[name], images, _of(worlds, share)), {"decimals": decimals, "seed": seed})
        for name, images, decimals, share in _LABELS
    ]

    def printed(found: Iterator[Any]) -> Iterator[str]:
        yield "\nLabels without an error that are called wrong:\n"
        yield from _head(["world", "images", "decimals of scores", "data sets", "said"])
        for (name, images, decimals, share), count in zip(_LABELS, found, strict=True):
            yield _row([name, images, "all" if decimals is None else decimals, _of(worlds, share), count])

    return tasks, printed


def _head(cells: Sequence[object]) -> list[str]:
    return [_row(cells), _row(["---"] * len(cells))]


def _row(cells: Sequence[object]) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |"


if __name__ == "__main__":
    main()
