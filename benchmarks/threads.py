"""How much faster are 2, 4, 8 and 16 threads, and what stays serial?"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.answer import Answer, Row, duration
from benchmarks.asking import main
from benchmarks.made_data import Files, made_files
from benchmarks.made_tables import make_tables
from benchmarks.stopwatch import interleave

_COUNTS = (1, 2, 4, 8, 16)


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Reading, evaluation, bootstrap, diagnosis and the page with 1 to 16 threads."""
    from truebox._native.threads import usable_threads

    answer = Answer(
        "threads",
        "Threads: evaluation, readers, bootstrap, report",
        "One process, calls interleaved. Of each case the times of 1 to 16 threads, as far as the machine "
        "has processors; what stays serial is fitted to them: time = serial + parallel / threads, by least "
        "squares of relative errors.",
        baseline="truebox, 1 thread",
    )
    counts = [count for count in _COUNTS if count <= usable_threads()]
    files = made_files(200 if quick else 5000, 80)
    large = made_files(200 if quick else 20_000, 80)
    with tempfile.TemporaryDirectory() as folder:
        tables = make_tables(Path(folder), 10_000 if quick else 1_000_000)
        calls = {f"reading results, JSON, {large.title}": _reading(large.predictions)}
        calls |= {
            f"reading a table, {form}, 1,000,000 rows": _reading_truth(path) for form, path in tables.items()
        }
        calls |= {f"evaluation, {large.title}": _evaluation(large)}
        calls |= _of(files)
        if find_spec("plotly") is None:
            answer.skipped.append(("page", "plotly is not installed"))
        else:
            calls[f"page as a file, {files.title}"] = _page(files, Path(folder) / "page.html")
        fitted = []
        for case, run in calls.items():
            runs = {_named(count): _bound(run, count) for count in counts}
            samples = interleave(runs, rounds or (2 if quick else 5), budget=4.0)
            answer.rows += [Row(case, tool, tuple(seconds), answer="") for tool, seconds in samples.items()]
            print(f"{case}: {samples}", file=sys.stderr, flush=True)
            fitted.append(
                _fitted(case, counts, [float(np.median(samples[_named(count)])) for count in counts])
            )
    answer.how += "\n\n" + "\n".join(fitted)
    return answer


def _named(count: int) -> str:
    return f"truebox, {count} thread{'s' * (count > 1)}"


def _bound(run: Callable[[int], Any], count: int) -> Callable[[], Any]:
    return lambda: run(count)


def _fitted(case: str, counts: list[int], times: list[float]) -> str:
    """The serial part in words."""
    seen = np.array(times)
    terms = np.stack([np.ones(len(counts)), 1 / np.array(counts)], axis=1) / seen[:, None]
    serial, parallel = np.linalg.lstsq(terms, np.ones(len(counts)), rcond=None)[0]
    share = max(serial, 0.0) / times[0]
    return (
        f"- {case}: serial {duration(max(float(serial), 1e-9))} ({share:.0%} of one thread's time), parallel "
        f"{duration(max(float(parallel), 1e-9))}; {counts[-1]} threads {times[0] / times[-1]:.1f} × as fast "
        "as one."
    )


def _reading(path: Path) -> Callable[[int], Any]:
    import truebox

    return lambda threads: truebox.read_predictions(path, threads=threads)


def _reading_truth(path: Path) -> Callable[[int], Any]:
    import truebox

    return lambda threads: truebox.read_truth(path, threads=threads)


def _evaluation(files: Files) -> Callable[[int], Any]:
    import truebox

    truth = truebox.read_truth(files.truth)
    predictions = truebox.read_predictions(files.predictions)
    return lambda threads: truebox.evaluate(truth, predictions, threads=threads)


def _of(files: Files) -> dict[str, Callable[[int], Any]]:
    """Bootstrap and diagnosis of what is in memory."""
    import truebox
    from truebox.diagnosis import diagnose, intervals

    truth = truebox.read_truth(files.truth)
    predictions = truebox.read_predictions(files.predictions)
    result = truebox.evaluate(truth, predictions)
    _ = result.matches  # made here, not inside the clock
    return {
        f"bootstrap of 1,000 draws, {files.title}": lambda threads: intervals(result, threads=threads),
        f"whole diagnosis, {files.title}": lambda threads: diagnose(
            truebox.evaluate(truth, predictions, threads=threads), threads=threads
        ),
    }


def _page(files: Files, page: Path) -> Callable[[int], Any]:
    import subprocess

    from benchmarks import ours

    command = (ours.command(), "eval", str(files.truth), str(files.predictions), "--report", str(page))
    return lambda threads: subprocess.run(
        [*command, "--threads", str(threads)], check=True, capture_output=True
    )


if __name__ == "__main__":
    main(ask)
