"""A made world as files, for commands that are run whole."""

from __future__ import annotations

import functools
import json
from pathlib import Path

from truebox.generation import make_world, to_coco_results

__all__ = ["write_planted"]


@functools.cache
def _texts() -> tuple[str, ...]:
    world = make_world(40, seed=7)
    results = [json.dumps(to_coco_results(found)) for found in world.predictions]
    return json.dumps(world.to_coco()), *results


def write_planted(folder: Path) -> tuple[str, str, str]:
    """Write the truth and both detectors, and return the paths."""
    paths = tuple(folder / name for name in ("truth.json", "a.json", "b.json"))
    for path, text in zip(paths, _texts(), strict=True):
        path.write_text(text, encoding="utf-8")
    truth, a, b = map(str, paths)
    return truth, a, b
