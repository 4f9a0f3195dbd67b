"""One object over time: layouts are refused, frames and pixels said."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import truebox as tb
from truebox.errors import InputError

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def sequences(count=5, frames=80):
    draw = np.random.default_rng(1)
    for number in range(count):
        corner = 200 + 60 * np.sin(np.arange(frames)[:, None] / 9 + draw.uniform(0, 6, 2))
        size = np.tile(draw.uniform(30, 60, 2), (frames, 1)) + np.array([0, 25])
        true = np.concatenate([corner, size], axis=1)
        found = true + draw.normal(0, 0.8, true.shape)
        found[0] = true[0]
        yield f"Seq{number}", true, found


def evaluated(folder: Path, change, **how):
    for name, true, found in sequences():
        for side, file, boxes in (
            ("truth", Path(name) / "groundtruth_rect.txt", true),
            ("found", Path(f"{name}.txt"), change(found)),
        ):
            path = folder / side / file
            path.parent.mkdir(parents=True, exist_ok=True)
            np.savetxt(path, boxes, delimiter=",", fmt="%.3f")
    return tb.evaluate(folder / "truth", folder / "found", protocol="otb", **how)


def said(result):
    return [
        each.message for each in result.warnings if "W-599" in each.code and "begin with" not in each.message
    ]


def columns(*chosen):
    return np.stack(chosen, axis=1)


@pytest.mark.parametrize(
    ("what", "change"),
    [
        (
            "x_min, y_min, x_max, y_max",
            lambda b: columns(b[:, 0], b[:, 1], b[:, 0] + b[:, 2], b[:, 1] + b[:, 3]),
        ),
        ("x_center, y_center", lambda b: b + columns(b[:, 2] / 2, b[:, 3] / 2, 0 * b[:, 0], 0 * b[:, 0])),
        ("x_min, y_min, height, width", lambda b: b[:, [0, 1, 3, 2]]),
        ("of pictures 2 times as large", lambda b: 2 * b),
        ("fractions of the picture", lambda b: b / [640, 480, 640, 480]),
    ],
)
def test_readings_are_refused(tmp_path, what, change):
    with pytest.raises(InputError, match=what) as caught:
        evaluated(tmp_path, change)
    assert caught.value.code == "E-470"
    assert evaluated(tmp_path, change, fit_test=False).metrics["success_score"] < 0.6


def test_what_is_right_says_nothing(tmp_path):
    assert said(evaluated(tmp_path, lambda boxes: boxes)) == []


def test_frames_that_are_counted_from_elsewhere(tmp_path):
    (early,) = said(evaluated(tmp_path, lambda boxes: np.concatenate([boxes[1:], boxes[-1:]])))
    assert "if they stand 1 frame too early" in early
    (late,) = said(evaluated(tmp_path, lambda boxes: np.concatenate([boxes[:2], boxes[:-2]])))
    assert "if they stand 2 frames too late" in late


def test_pixels_that_are_counted_from_one(tmp_path):
    (message,) = said(evaluated(tmp_path, lambda boxes: boxes + np.array([1, 1, 0, 0])))
    assert "count pixels from 1 where the truth does" in message


def test_frames_in_another_order(tmp_path):
    (message,) = said(
        evaluated(tmp_path, lambda boxes: boxes[::-1] + [300, 0, 0, 0] * (np.arange(80) % 2)[:, None])
    )
    assert "is each file of its own sequence" in message
