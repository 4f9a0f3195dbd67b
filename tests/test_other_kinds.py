"""`truebox._other_kinds`: which argument is of another kind than its annotation says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

import truebox
from truebox._other_kinds import in_a_line, other_kind
from truebox.errors import ArgumentError
from truebox.typing import Pixels


def asked(
    words: Pixels = "continuous",
    way: Literal["near", "far"] = "near",
    numbers: Sequence[float] = (),
    pairs: Sequence[tuple[str, int]] = (),
    each: Iterable[str] = (),
    path: str | PathLike[str] | None = None,
    table: Mapping[str, Any] | None = None,
    count: int = 1,
    flag: bool = False,
    own: Path = Path(),
    boxes: Any = None,
) -> None: ...


def test_what_is_passed_on_by_name_is_not_told() -> None:
    def passing(boxes: Any, **said: Any) -> None: ...

    assert other_kind(passing, ([[0, 0, 1, 1]],), {"format": None, "threads": "two"}) is None


@pytest.mark.parametrize(
    "named",
    [
        {"words": "inclusive", "way": "far"},
        {"words": "a word that is not known"},  # the function's to say
        {"numbers": [1, 2.5, np.float32(1)]},
        {"numbers": np.ones(3)},
        {"pairs": [("a", 1), ["b", np.int64(2)]]},
        {"path": Path("a")},
        {"path": None, "table": {}},
        {"count": np.uint8(3), "flag": np.True_},
        {"boxes": [[1, 2, 3, 4]]},
        {"boxes": [{"boxes": [[1, 2, 3, 4]]}]},
        {"boxes": np.zeros((0, 4))},
    ],
)
def test_what_fits_is_not_told(named):
    assert other_kind(asked, (), named) is None


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ({"words": 3}, "words is 3; expected 'continuous' or 'inclusive'"),
        (
            {"words": np.array(["a"])},
            "words is array(['a'], dtype='<U1'); expected 'continuous' or 'inclusive'",
        ),
        ({"way": None}, "way is None; expected 'near' or 'far'"),
        ({"numbers": 3}, "numbers is 3; expected a list of numbers"),
        ({"numbers": ["a"]}, "numbers is ['a']; expected a list of numbers"),
        ({"numbers": Fraction(1, 3)}, "numbers is Fraction(1, 3); expected a list of numbers"),
        ({"pairs": [("a",)]}, "pairs is [('a',)]; expected a list of tuple[str, int]"),
        ({"each": "ab"}, "each is 'ab'; expected a list of texts"),
        ({"path": 3}, "path is 3; expected a text or a path or None"),
        ({"own": "a"}, "own is 'a'; expected a path, as pathlib.Path"),
        ({"table": []}, "table is []; expected a mapping or None"),
        ({"count": 1.5}, "count is 1.5; expected a whole number of 64 bits"),
        ({"count": 2**63}, f"count is {2**63}; expected a whole number of 64 bits"),
        ({"count": 10**12}, f"count is {10**12}, far beyond what fits in memory; expected a number near 0"),
        ({"flag": 1}, "flag is 1; expected True or False"),
        ({"boxes": None}, "boxes is None; expected an array of numbers, whose rows are of one length"),
        (
            {"boxes": [[1, 2], [3]]},
            "boxes is [[1, 2], [3]]; expected an array of numbers, whose rows are of one length",
        ),
        ({"boxes": 5}, "boxes is 5; expected an array or what is documented"),
    ],
)
def test_what_does_not_fit_is_told_with_what_is_expected(named, said):
    assert other_kind(asked, (), named) == said


def test_a_plain_kind_is_told_before_a_doubtful_one():
    assert other_kind(asked, (), {"boxes": None, "flag": "x"}) == "flag is 'x'; expected True or False"


def test_a_call_that_does_not_fit_the_signature_is_not_told():
    assert other_kind(asked, (), {"often": 1}) is None


def test_a_value_is_shown_in_a_line():
    class Silent:
        def __repr__(self) -> str:
            raise RuntimeError

    assert in_a_line("a" * 1000) == repr("a" * 12)[:-1] + "..." + "a" * 13 + "'"
    assert "\n" not in in_a_line(np.zeros((50, 4)))
    assert in_a_line(Silent()).startswith(("a Silent", "<Silent"))


def test_what_a_parameter_is_by_default_is_not_told():
    def grouped(boxes: Any, groups: Unknown = None) -> None: ...  # type: ignore[name-defined] # noqa: F821

    assert other_kind(grouped, ([[0, 0, 1, 1]], None), {}) is None
    assert other_kind(grouped, ([[0, 0, 1, 1]], 5), {}) == "groups is 5; expected a Unknown"


@pytest.mark.parametrize("name", ["intervals", "calibration", "confusion_matrix", "ties", "operating_points"])
def test_results_without_scores_are_told_from_those_of_detections(name: str) -> None:
    side = {"frames": [1, 2], "ids": [7, 7], "boxes": [[0, 0, 9, 9]] * 2}
    result = truebox.evaluation.evaluate_tracks(side, side)
    with pytest.raises(ArgumentError, match="result is a TrackResult; expected the Result of detections"):
        getattr(truebox.diagnosis, name)(result)
