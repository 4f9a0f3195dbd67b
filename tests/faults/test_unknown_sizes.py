"""Fractions of pictures whose size nobody knows have no size in pixels: no number of small objects."""

from __future__ import annotations

import pytest

import truebox as tb
from truebox import diagnosis
from truebox.errors import ArgumentError

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

WHY = "the sizes of the pictures are unknown, so the areas of objects are too"


@pytest.fixture
def labels(tmp_path):
    for folder, score in (("truth", ""), ("found", " 0.9")):
        (tmp_path / folder).mkdir()
        for image in range(4):
            (tmp_path / folder / f"{image}.txt").write_text(f"0 0.5 0.5 0.{image + 2} 0.4{score}\n")
    return tmp_path


def evaluated(labels, **how):
    truth = tb.read_truth(labels / "truth", format="yolo")
    found = tb.read_predictions(labels / "found", format="yolo", truth=truth)
    return tb.evaluate(truth, found, mode="corrected", **how)


def test_numbers_of_sizes_are_undefined_with_the_reason(labels):
    result = evaluated(labels)
    assert result.truth.units == "fractions"
    assert result.metrics["AP"] == 1
    for key in ("APs", "APm", "APl", "ARs", "ARm", "ARl"):
        assert (result.metrics[key], result.undefined[key]) == (None, WHY)
    assert {result.per_class[0].metrics[key] for key in ("APs", "APm", "APl")} == {None}
    assert diagnosis.intervals(result, replicates=100).metrics["APs"].value is None


def test_ranges_of_fractions_are_somebodys_own(labels):
    ranges = {"all": (0, 1e10), "slim": (0, 0.1), "wide": (0.1, 1e10)}
    metrics = evaluated(labels, area_ranges=ranges).metrics
    # 0.2 x 0.4 is below a tenth of the picture, the other three are not.
    assert (metrics["AP[slim]"], metrics["AP[wide]"]) == (1, 1)


def test_slices_by_size_need_pixels(labels):
    result = evaluated(labels)
    assert "size" not in {each.by for each in diagnosis.slices(result).rows}
    with pytest.raises(ArgumentError, match="sizes of the pictures are unknown"):
        diagnosis.slices(result, by=["size"])
