"""Wrong knobs are refused by name."""

from __future__ import annotations

import pytest

from truebox.errors import ArgumentError
from truebox.generation import make_dataset


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"images": -1}, r"images=-1: expected a whole number of at least 0"),
        ({"images": 2.5}, r"images=2\.5: expected a whole number"),
        ({"categories": 0}, r"categories=0: expected a whole number of at least 1"),
        ({"seed": "x"}, r"seed='x': expected a whole number"),
        ({"crowds": 1.5}, r"crowds=1\.5: expected a share from 0 to 1"),
        ({"truths_per_image": float("nan")}, r"truths_per_image=nan: expected a number of at least 0"),
        ({"image_size": (8, 100)}, r"image_size=8: expected a whole number of at least 16"),
        ({"ids": "roman"}, r"ids='roman' is not known; choose one of ordered, zero"),
        ({"categories": 2, "categories_without_truth": 2}, r"give at most 1"),
    ],
)
def test_wrong_arguments_are_named(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        make_dataset(**arguments)  # type: ignore[arg-type]
