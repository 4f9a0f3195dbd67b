"""Calls inside one process, interleaved: A B A B, each sample long enough to be measured."""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import perf_counter
from typing import Any

# One sample lasts at least this long, so that the clock and a lone interruption do not matter.
SAMPLE_SECONDS = 0.02


def _repeats(run: Callable[[], Any]) -> int:
    once = _seconds_of(run)
    if SAMPLE_SECONDS / 4 < once < 1:
        # What the first call sets up is no part of the others: taken for one of them, a call of 0.1 ms was
        # measured alone, each time after twenty milliseconds of the other tool.
        once = min(once, _seconds_of(run))
    if once > SAMPLE_SECONDS / 4:
        return max(1, round(SAMPLE_SECONDS / once))
    # The first call pays for caches and lazy set-up: look again over a few of them.
    begun = perf_counter()
    for _ in range(10):
        run()
    return max(1, round(SAMPLE_SECONDS / ((perf_counter() - begun) / 10)))


def _seconds_of(run: Callable[[], Any]) -> float:
    begun = perf_counter()
    run()
    return perf_counter() - begun


def interleave(
    runs: dict[str, Callable[[], Any]], rounds: int, budget: float = 60.0
) -> dict[str, list[float]]:
    """Seconds per call, one sample per tool and round; a tool stops after `budget` seconds of its own."""
    repeats = {name: _repeats(run) for name, run in runs.items()}
    samples: dict[str, list[float]] = {name: [] for name in runs}
    spent = dict.fromkeys(runs, 0.0)
    gc.collect()
    gc.disable()
    try:
        for _ in range(rounds):
            for name, run in runs.items():
                if samples[name] and spent[name] > budget:
                    continue
                if repeats[name] > 1:
                    # A call that does not count fetches the memory that the tool before gave back to the
                    # system: measured after one that frees 30 MB, 0.8 ms on each of twenty calls of 0.9 ms.
                    run()
                numbers = range(repeats[name])
                begun = perf_counter()
                for _number in numbers:
                    run()
                elapsed = perf_counter() - begun
                spent[name] += elapsed
                samples[name].append(elapsed / repeats[name])
    finally:
        gc.enable()
    return samples
