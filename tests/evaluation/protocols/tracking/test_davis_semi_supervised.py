"""Given objects beside davis2017-evaluation: its answers on made pictures, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from given_worlds import make_given
from palette_worlds import write_palettes

from truebox.errors import InputError
from truebox.evaluation import evaluate_tracks

NAMES = ("J-Mean", "J-Recall", "J-Decay", "F-Mean", "F-Recall", "F-Decay", "J&F")

# Of davis2017-evaluation ac7c43f (`DAVISEvaluation(..., "semi-supervised", "val").evaluate`), NumPy 2.4.6 and
# OpenCV: means over all objects. None where its quarters of a long sequence, cut to 8 bits, are empty.
ANSWERS = [
    (
        (1, 2),
        {},
        (
            0.485463916961179,
            0.5833333333333334,
            -0.0052115748064692395,
            0.3988153173512747,
            0.4333333333333333,
            -0.07727231700946872,
            0.44213961715622685,
        ),
    ),
    (
        (3,),
        {"frames": 7, "objects": 5},
        (
            0.49810165486585073,
            0.64,
            -0.027179420532004596,
            0.3602960331455862,
            0.4,
            0.01787337698301573,
            0.4291988440057185,
        ),
    ),
    (
        (4, 5, 6),
        {"frames": 20, "objects": 2, "size": (130, 200)},
        (
            0.5338517427045103,
            0.6851851851851851,
            -0.06821415019889987,
            0.5393301215843852,
            0.537037037037037,
            -0.13499874624914246,
            0.5365909321444478,
        ),
    ),
    (
        (8,),
        {"frames": 300, "objects": 2, "size": (20, 24)},
        (
            0.9805626572953945,
            0.9848993288590604,
            None,
            0.9832623324637941,
            0.988255033557047,
            None,
            0.9819124948795943,
        ),
    ),
    (
        (9, 10),
        {"frames": 3},
        (0.5077270768785481, 0.6666666666666666, 0.0, 0.45504829274970104, 0.5, 0.0, 0.4813876848141246),
    ),
]

pytestmark = [
    pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning"),
    pytest.mark.filterwarnings("ignore:.*mode.*parameter is deprecated:DeprecationWarning"),
]


def evaluated(folder, worlds, **options):
    gt = write_palettes(folder / "gt", {name: world[0] for name, world in worlds.items()})
    dt = write_palettes(folder / "dt", {name: world[1] for name, world in worlds.items()})
    return evaluate_tracks(gt, dt, protocol="davis_semi_supervised", fit_test=False, **options)


@pytest.mark.parametrize(("seeds", "options", "answers"), ANSWERS)
def test_the_answers_of_the_kit(seeds, options, answers, tmp_path):
    result = evaluated(tmp_path, {f"s{seed}": make_given(seed, **options) for seed in seeds})
    for name, expected in zip(NAMES, answers, strict=True):
        found = result.metrics[name]
        assert found is None if expected is None else found == pytest.approx(expected, abs=1e-12), name


def two(first: int, second: int) -> np.ndarray:
    """Four pictures of two squares with these numbers."""
    made = np.zeros((4, 20, 30), dtype=np.uint8)
    made[:, 2:10, 2:10], made[:, 2:10, 15:23] = first, second
    return made


def test_exchanged_numbers_are_not_mended(tmp_path):
    result = evaluated(tmp_path, {"a": (two(1, 2), two(2, 1))})
    assert result.metrics["J-Mean"] == 0
    assert evaluate_tracks(tmp_path / "gt", tmp_path / "dt", fit_test=False).metrics["J-Mean"] == 1


def test_first_and_last_frames_do_not_count(tmp_path):
    found = two(1, 2)
    found[[0, -1]] = 0
    assert evaluated(tmp_path, {"a": (two(1, 2), found)}).metrics["J&F"] == 1


def test_void_is_background(tmp_path):
    truth = two(1, 2)
    truth[:, 2:6, 2:10] = 255
    # of the first object half of what is found is void
    assert evaluated(tmp_path, {"a": (truth, two(1, 2))}).metrics["J-Mean"] == 0.75


def test_a_number_that_was_not_given_is_refused(tmp_path):
    words = r"E-595 .*00001\.png: object 5 is none of those given: the largest .* of a is 2"
    with pytest.raises(InputError, match=words):
        evaluated(tmp_path, {"a": (two(1, 2), two(1, 5))})


def test_sequences_of_two_pictures_have_no_frame_that_counts(tmp_path):
    result = evaluated(tmp_path, {"a": (two(1, 2)[:2], two(1, 2)[:2])})
    assert result.metrics["J&F"] is None
