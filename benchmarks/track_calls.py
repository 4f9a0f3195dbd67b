"""How long do CLEAR and Identity of one sequence in memory take?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.answer import Answer, Row
from benchmarks.asking import main
from benchmarks.call import Array, Call, judge
from benchmarks.stopwatch import interleave
from benchmarks.versus import adapters


@dataclass(frozen=True, slots=True)
class Followed:
    """Rows of one side of one sequence, by frame."""

    frames: Array  # [N], from 1
    ids: Array  # [N]
    boxes: Array  # [N, 4] x, y, width, height

    def at(self, frame: int) -> slice:
        """The rows of a frame."""
        first, last = np.searchsorted(self.frames, (frame, frame + 1))
        return slice(int(first), int(last))


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Sequences of 20 objects in memory."""
    answer = Answer(
        "track_calls",
        "CLEAR and Identity of tracks in memory",
        "One process, calls interleaved. A sequence of 20 objects, of which the tracker misses a tenth "
        "and exchanges some ids. MOTA, IDF1, switches, false positives and misses must be equal. Truebox "
        "measures HOTA and VACE as well; motmetrics is handed the distances of each frame, made by NumPy, "
        "since its own function fails with NumPy 2.",
    )
    modules, answer.skipped = adapters(("motmetrics",), "clear_and_identity")
    for frames in (30,) if quick else (100, 600):
        sides = _sides(frames)
        calls = {"truebox": _ours(*sides), **{m.TOOL: m.clear_and_identity(*sides) for m in modules}}
        expected = {"continuous": calls["truebox"].run()}
        case = f"{frames} frames of 20 objects"
        verdicts = {tool: judge(call, expected) for tool, call in calls.items()}
        if modules and "identical" not in [verdicts[module.TOOL] for module in modules]:
            raise RuntimeError(f"{case}: {verdicts}")
        runs = {tool: call.run for tool, call in calls.items()}
        for tool, samples in interleave(runs, rounds or (2 if quick else 5)).items():
            answer.rows.append(Row(case, tool, tuple(samples), answer=verdicts[tool]))
        answer.promise_speed(case, "truebox", [module.TOOL for module in modules], 5)
    return answer


def distances(truth: Array, found: Array) -> Array:
    """1 - IoU of boxes x, y, width, height [M, 4] and [N, 4]; NaN where the IoU is below a half."""
    low = np.maximum(truth[:, None, :2], found[None, :, :2])
    high = np.minimum((truth[:, :2] + truth[:, 2:])[:, None], (found[:, :2] + found[:, 2:])[None])
    shared = np.clip(high - low, 0, None).prod(axis=2)
    areas = truth[:, 2:].prod(axis=1)[:, None] + found[:, 2:].prod(axis=1)[None]
    overlap = shared / (areas - shared)
    return np.where(overlap >= 0.5, 1 - overlap, np.nan)


def _sides(frames: int, objects: int = 20) -> tuple[Followed, Followed]:
    chance = np.random.default_rng(frames)
    steps = np.cumsum(chance.normal(0, 2, (frames, objects, 2)), axis=0)
    low = chance.uniform(0, 900, (1, objects, 2)) + steps
    size = np.broadcast_to(chance.uniform(30, 90, (1, objects, 2)), low.shape)
    boxes = np.concatenate((low, size), axis=2).reshape(-1, 4)
    truth = Followed(
        np.repeat(np.arange(1, frames + 1), objects), np.tile(np.arange(objects), frames) + 1, boxes
    )
    seen = chance.random(len(boxes)) > 0.1
    late = (truth.frames > frames // 2) & (truth.ids % 3 == 0)
    followed = truth.ids + 100 * late
    moved = boxes + chance.normal(0, 3, boxes.shape)
    return truth, Followed(truth.frames[seen], followed[seen], moved[seen])


def _ours(truth: Followed, found: Followed) -> Call:
    from truebox import tracking

    sides = [{"frames": side.frames, "ids": side.ids, "boxes": side.boxes} for side in (truth, found)]

    def run() -> Array:
        fields = tracking.evaluate(*sides).fields
        clear = fields["CLEAR"]
        counts = [clear[name] for name in ("IDSW", "CLR_FP", "CLR_FN")]
        return np.array([clear["MOTA"], fields["Identity"]["IDF1"], *counts], dtype=np.float64)

    return Call(run)


if __name__ == "__main__":
    main(ask)
