"""Names that look like frames of videos, and names that do not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from truebox.diagnosis.certainty.frame_names import frames_hint, sequence_names, tracked_sequences
from truebox.evaluation import evaluate
from truebox.generation import make_dataset
from truebox.records import Strings


def named(names, **attributes):
    truth, found = make_dataset(len(names), 2, 5, 3.0, 1)
    truth = replace(truth, images=replace(truth.images, file_names=Strings.of(names)), attributes=attributes)
    return evaluate(truth, found, mode="corrected")


VIDEOS = [f"v{place // 10}/{place % 10:06d}.jpg" for place in range(30)]


@pytest.mark.parametrize(
    "names",
    [
        [f"{number:012d}.jpg" for number in range(139, 200_000, 7000)],  # as COCO names its images
        [f"{number}_{number * 7}.jpg" for number in range(30)],
        ["cat.jpg", "dog.jpg"] * 15,
        [f"a/{number}.jpg" for number in range(30)],  # one folder tells nothing apart
        [f"{'ab'[number % 2]}/{number * 977}.jpg" for number in range(30)],  # numbers far apart are no frames
    ],
)
def test_other_names_are_no_frames(names):
    assert sequence_names(names) is None


def test_frames_have_their_video():
    assert sequence_names(VIDEOS)[::10] == ["v0", "v1", "v2"]
    assert sequence_names([f"MOT17-0{v}/img1/{f:06d}.jpg" for v in (2, 4) for f in range(9)])[9] == "MOT17-04"


def test_the_advice_is_one_that_works():
    from truebox.diagnosis.certainty.drawn_units import drawn_units

    for names, advised in (
        (VIDEOS, "folder"),
        ([each.replace("/", "_") for each in VIDEOS], "(.*)[^0-9][0-9]+"),
    ):
        result = named(names)
        hint = frames_hint(result)
        assert hint.startswith("W-520 file names look like frames of 3 videos, such as 'v0'")
        assert f"--groups {advised!r}" in hint
        assert drawn_units(result, np.arange(30), advised).count == 3


def test_tracks_use_their_sequences():
    result = named(VIDEOS)
    assert tracked_sequences(result) is None
    tracked = named(VIDEOS, track=np.arange(len(result.truth)))
    assert tracked_sequences(tracked)[::10] == ["v0", "v1", "v2"]
    assert frames_hint(tracked) is None


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_slides_are_no_frames_whatever_their_names():
    """As CAMELYON16 calls them: two groups of numbers that follow each other."""
    names = [f"{kind}_{number:03d}" for kind in ("tumor", "normal") for number in range(1, 8)]
    assert sequence_names(names) is not None
    corners = [(name, "a", x, y) for name in names[:7] for x, y in ((0, 0), (3000, 0), (3000, 3000))]
    rows = [*corners, *((name, "", None, None) for name in names[7:])]
    truth = dict(zip(("slide", "lesion", "x", "y"), map(list, zip(*rows, strict=True)), strict=True))
    found = {"slide": names[:7], "confidence": [k / 9 for k in range(1, 8)], "x": [2000] * 7, "y": [900] * 7}
    result = evaluate(truth, found, protocol="camelyon16")
    assert frames_hint(result) is None
