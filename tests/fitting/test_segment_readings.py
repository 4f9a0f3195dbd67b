"""Segments in other units, and as something else than start and end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox.errors import InputError

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

DRAW = np.random.default_rng(4)
VIDEOS = {f"v{k}": float(DRAW.uniform(60, 240)) for k in range(20)}
SPANS = [
    (name, begin, begin + length)
    for name, length_of in VIDEOS.items()
    for begin, length in zip(DRAW.uniform(0, length_of - 30, 3), DRAW.uniform(4, 30, 3), strict=True)
]


def evaluated(folder: Path, write: Any, **how: Any) -> Any:
    held: dict[str, Any] = {
        name: {"subset": "validation", "duration": length, "annotations": []}
        for name, length in VIDEOS.items()
    }
    found: dict[str, list[Any]] = {name: [] for name in VIDEOS}
    draw = np.random.default_rng(1)
    for name, begin, end in SPANS:
        held[name]["annotations"].append({"segment": [begin, end], "label": "run"})
        off = 0.05 * (end - begin) * draw.standard_normal(2)
        segment = write(begin + off[0], end + off[1], VIDEOS[name])
        found[name].append(
            {"segment": list(map(float, segment)), "label": "run", "score": float(draw.random())}
        )
    truth, results = folder / "truth.json", folder / "found.json"
    truth.write_text(json.dumps({"version": "1.3", "taxonomy": [], "database": held}))
    results.write_text(json.dumps({"version": "VERSION 1.3", "results": found, "external_data": {}}))
    return tb.evaluate(truth, results, protocol="activitynet", **how)


WRITTEN = {
    "milliseconds": lambda begin, end, length: (1000 * begin, 1000 * end),
    "minutes": lambda begin, end, length: (begin / 60, end / 60),
    "frames at 25 a second": lambda begin, end, length: (25 * begin, 25 * end),
    "frames at 30 a second": lambda begin, end, length: (30 * begin, 30 * end),
    "fractions of the video": lambda begin, end, length: (begin / length, end / length),
    "percent of the video": lambda begin, end, length: (100 * begin / length, 100 * end / length),
    "1.87 times as large": lambda begin, end, length: (30 / 16 * begin, 30 / 16 * end),
}


@pytest.mark.parametrize("what", WRITTEN)
def test_units(what: str, tmp_path: Path) -> None:
    right = evaluated(tmp_path, lambda begin, end, length: (begin, end)).metrics["AP"]
    with pytest.raises(InputError, match=f"as given; 0.* if the segments were {what}") as caught:
        evaluated(tmp_path, WRITTEN[what])
    assert caught.value.code == "E-470"
    mended = float(str(caught.value).split("given; ")[1].split(" ")[0])
    assert mended == pytest.approx(right, abs=0.05)
    assert evaluated(tmp_path, WRITTEN[what], fit_test=False).metrics["AP"] < right / 3


def test_what_no_reading_mends_is_no_other(tmp_path: Path) -> None:
    """Halves of segments are far from right, and nothing that is tried fits far better: no wrong advice."""
    result = evaluated(tmp_path, lambda begin, end, length: (begin, (begin + end) / 2))
    assert not [each for each in result.warnings if each.code == "W-321"]


def test_a_duration_that_is_shorter_than_the_start_is_no_end(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="write start and end, the start first; a duration is no end"):
        evaluated(tmp_path, lambda begin, end, length: (begin, end - begin))
