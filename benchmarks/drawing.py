"""How long does it take to draw the objects of one picture?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.answer import Answer, Row
from benchmarks.asking import main
from benchmarks.drawn_data import DrawnData, drawn_data
from benchmarks.stopwatch import interleave
from benchmarks.versus import adapters

_SIZES = ((640, 480), (1920, 1080))
_COUNTS = (1, 30, 300)


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Boxes, outlines, masks, keypoints and tracks on pictures of two sizes."""
    answer = Answer(
        "drawing",
        "Objects drawn on a picture",
        "One process, calls interleaved, each on a copy of one array of random pixels; 1, 30 and 300 "
        "objects. Two tools draw two pictures, so nothing is compared. Truebox: a dark or light border "
        "around every line, smooth edges, lines and letters that grow with the picture, labels that hide "
        "no other, a Pillow image in the end. supervision: lines of 2 pixels whose edges are sharp, "
        "labels that lie on each other, an array in the end. New labels are texts that were not drawn "
        "before. Outlines are filled lightly by both, and then drawn without that: Truebox by a theme "
        "whose fill is 0.",
    )
    modules, answer.skipped = adapters(("supervision",), "drawings")
    for width, height in _SIZES[:1] if quick else _SIZES:
        for count in _COUNTS[:2] if quick else _COUNTS:
            data = drawn_data(width, height, count)
            calls: dict[str, dict[str, Callable[[], Any]]] = {}
            for tool, drawings in (("truebox", _ours(data)), *((m.TOOL, m.drawings(data)) for m in modules)):
                for case, run in drawings.items():
                    calls.setdefault(case, {})[tool] = run
            for case, runs in calls.items():
                named = f"{case}, {width} × {height}, {count}"
                for tool, samples in interleave(runs, rounds or (3 if quick else 7)).items():
                    verdict = "" if tool == "truebox" else "another picture"
                    answer.rows.append(Row(named, tool, tuple(samples), answer=verdict))
    return answer


def _ours(data: DrawnData) -> dict[str, Callable[[], Any]]:
    from truebox import drawing

    chance = np.random.default_rng(1)
    count = len(data.boxes)
    nothing, labels = [""] * count, data.names
    ways = dict(enumerate(data.ways))
    empty = drawing.Theme(fill=0.0)
    drawings: dict[str, Callable[[], Any]] = {
        "boxes": lambda: drawing.draw_boxes(data.picture, (), data.boxes, prediction_labels=nothing),
        "labelled boxes": lambda: drawing.draw_boxes(
            data.picture, (), data.boxes, prediction_labels=labels, scores=data.scores
        ),
        "labelled boxes, new labels": lambda: drawing.draw_boxes(
            data.picture, (), data.boxes, prediction_labels=labels, scores=100 * chance.random(count)
        ),
        "outlines, filled": lambda: drawing.draw_polygons(
            data.picture, (), data.outlines, prediction_labels=nothing
        ),
        "outlines, not filled": lambda: drawing.draw_polygons(
            data.picture, (), data.outlines, prediction_labels=nothing, theme=empty
        ),
        "keypoints": lambda: drawing.draw_keypoints(data.picture, (), data.points, prediction_labels=nothing),
        "tracks": lambda: drawing.draw_tracks(data.picture, ways),
    }
    if data.masks is not None:
        drawings["masks"] = lambda: drawing.draw_masks(
            data.picture, (), data.masks, prediction_labels=nothing
        )
    return drawings


if __name__ == "__main__":
    main(ask)
