"""Sixteen Python threads compute on the same arrays at once: each gets what one alone gets.

`.ci/sanitizers thread` runs these under the thread sanitizer, and a race it reports is an error.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox import masks, matching, overlap, suppression
from truebox.generation import make_dataset, to_coco, to_coco_results

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

THREADS = 16
ROUNDS = 3


def _boxes(count: int, seed: int) -> np.ndarray:
    corners = np.random.default_rng(seed).uniform(0, 100, (count, 2, 2))
    corners.sort(axis=1)
    return np.ascontiguousarray(corners.reshape(count, 4))


A, B = _boxes(300, 1), _boxes(200, 2)
SCORES = np.random.default_rng(3).uniform(size=300)
PIXELS = np.random.default_rng(4).uniform(size=(30, 24, 20)) < 0.5
MASKS = masks.encode_masks(PIXELS)
ROTATED = np.random.default_rng(5).uniform(1, 50, (60, 5))
TRUTH, FOUND = make_dataset(20, 3, seed=6)

WORK: dict[str, Callable[[], Any]] = {
    "pairwise": lambda: overlap.pairwise_iou(A, B, threads=4),
    "giou": lambda: overlap.pairwise_giou(A, B, threads=4),
    "elementwise": lambda: overlap.elementwise_iou(A[:200], B),
    "rotated": lambda: overlap.pairwise_rotated_iou(
        ROTATED, ROTATED, unit="degrees", direction="clockwise", threads=4
    ),
    "nms": lambda: suppression.nms(A, SCORES, iou_threshold=0.5),
    "greedy": lambda: matching.match_greedy(overlap.pairwise_iou(A, B), SCORES).columns,
    "encode": lambda: masks.masks_to_compressed(masks.encode_masks(PIXELS)),
    "decode": lambda: masks.decode_masks(MASKS),
    "mask overlap": lambda: overlap.pairwise_mask_iou(MASKS, MASKS, threads=4),
    "evaluate": lambda: tb.evaluate(TRUTH, FOUND, threads=4).metrics,
}


def _same(a: Any, b: Any) -> bool:
    return np.array_equal(a, b) if isinstance(a, np.ndarray) else bool(a == b)


def _together(work: Callable[[int], Any]) -> list[Any]:
    """What each of the threads gets, all starting at once; the first error is raised."""
    start = threading.Barrier(THREADS)
    results: list[Any] = [None] * THREADS
    errors: list[BaseException] = []

    def run(number: int) -> None:
        start.wait()
        try:
            results[number] = [work(number) for _ in range(ROUNDS)]
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return [each for rounds in results for each in rounds]


@pytest.mark.parametrize("name", WORK)
def test_threads_that_share_arrays_get_what_one_gets(name: str) -> None:
    alone = WORK[name]()
    assert all(_same(each, alone) for each in _together(lambda _: WORK[name]()))


def test_threads_that_do_different_things_do_not_meet() -> None:
    names = list(WORK)
    alone = {name: WORK[name]() for name in names}
    found = _together(lambda number: (names[number % len(names)], WORK[names[number % len(names)]]()))
    assert all(_same(each, alone[name]) for name, each in found)


def test_files_are_read_by_many_threads(tmp_path: Path) -> None:
    truth, found = tmp_path / "t.json", tmp_path / "p.json"
    truth.write_text(json.dumps(to_coco(TRUTH)))
    found.write_text(json.dumps(to_coco_results(FOUND)))
    alone = tb.evaluate(truth, found, threads=2).metrics
    assert all(each == alone for each in _together(lambda _: tb.evaluate(truth, found, threads=2).metrics))
