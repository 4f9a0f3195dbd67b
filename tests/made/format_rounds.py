"""Write a scene in a format, read it again, and compare: the law that every format keeps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small_scene import ap_of, scene

import truebox as tb
from truebox.datasets.registry import all_formats, find_format


def check_round(name: str, folder: Path, file: str, **how: Any) -> None:
    """Both sides are recognised, every object comes back as it was, and the AP is that of the arrays."""
    form = all_formats()[name]
    truth, found = scene()
    (folder / "truth").mkdir(), (folder / "found").mkdir()
    at, found_at = folder / "truth" / file, folder / "found" / file
    assert form.write_truth is not None
    assert form.write_predictions is not None
    form.write_truth(truth, at)
    form.write_predictions(truth, found, found_at)
    assert (find_format(at, "truth")[0].name, find_format(found_at, "predictions")[0].name) == (name, name)
    again = tb.read_truth(at, **how)
    if again.units == "pixels":
        assert np.abs(again.boxes - truth.boxes).max() == 0
        assert [str(each) for each in again.images.ids.tolist()] == truth.images.ids.tolist()
        truth = again
    else:
        scaled = again.boxes * np.array([100, 120, 100, 120])
        assert np.abs(scaled - truth.boxes).max() < 1e-12
    found_again = tb.read_predictions(found_at, truth=truth, **how)
    assert found_again.scores.tolist() == found.scores.tolist()
    assert ap_of(truth, found_again) == ap_of(*scene())


def refused(code: str, read: Any, *arguments: Any, **how: Any) -> str:
    """The message of the error with this code."""
    with pytest.raises(tb.errors.InputError) as caught:
        read(*arguments, **how)
    assert caught.value.code == code, str(caught.value)
    return str(caught.value)
