"""Malformed run lengths, polygons and keypoints: each refused with its row, everywhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from truebox.cli import main
from truebox.errors import InputError, TrueboxWarning
from truebox.evaluation import evaluate

GOOD = {"size": [10, 10], "counts": [20, 30, 50]}
OUTLINE = [1.0, 1, 8, 1, 8, 8, 1, 8]


def _truth(segmentation: Any = GOOD) -> dict[str, Any]:
    row = {"id": 1, "image_id": 7, "category_id": 3, "bbox": [0, 0, 10, 10], "area": 30, "iscrowd": 0}
    return {
        "images": [{"id": 7, "width": 10, "height": 10}],
        "categories": [{"id": 3, "name": "cat"}],
        "annotations": [{**row, "segmentation": GOOD}, {**row, "id": 2, "segmentation": segmentation}],
    }


def _found(segmentation: Any = GOOD) -> list[dict[str, Any]]:
    row = {"image_id": 7, "category_id": 3, "score": 0.5}
    return [{**row, "segmentation": GOOD}, {**row, "segmentation": segmentation}]


REFUSED = [
    pytest.param({"size": [10, 10], "counts": ""}, "E-160", "0 of 100", id="empty counts"),
    pytest.param({"size": [10, 10], "counts": []}, "E-160", "0 of 100", id="no counts"),
    pytest.param({"size": [10, 10], "counts": [20, 30]}, "E-160", "50 of 100", id="too short"),
    pytest.param({"size": [10, 10], "counts": [20, 90]}, "E-161", "110", id="too long"),
    pytest.param({"size": [10, 10], "counts": [2**31] * 9}, "E-161", "", id="far too long"),
    pytest.param(
        {"size": [10, 10], "counts": "PPPPPPPPPPPPPPPPPPPPPPP"}, "E-162", "", id="an endless number"
    ),
    pytest.param({"size": [10, 10], "counts": "0P"}, "E-162", "", id="truncated"),
    pytest.param({"size": [10, 10], "counts": "0 1"}, "E-162", "", id="other characters"),
    pytest.param({"size": [10, 10], "counts": "0\u00e91"}, "E-162", "", id="not ASCII"),
    pytest.param({"size": [10**9, 10**9], "counts": "0"}, "E-163", "1000000000", id="huge size"),
    pytest.param({"size": [-1, 10], "counts": "0"}, "E-163", "-1", id="negative size"),
    pytest.param({"size": [10, 12], "counts": [120]}, "E-164", "10 x 12", id="another size"),
    pytest.param({"size": [10, 10], "counts": [-20, 120]}, "E-165", "", id="negative counts"),
    pytest.param({"size": [10, 10], "counts": [20.5, 79.5]}, "E-165", "20.5", id="fractional counts"),
    pytest.param([[1.0, 1, 8, 1, 8, 8, 1]], "E-167", "7 numbers", id="half a point"),
    pytest.param([[1.0, 1, 8, 1]], "E-167", "2 points", id="two points"),
    pytest.param([[]], "E-167", "0 points", id="empty polygon"),
    pytest.param([], "E-167", "no polygon", id="no polygon"),
    pytest.param("0d3", "E-169", "", id="text alone"),
    pytest.param(None, "E-169", "", id="null"),
    pytest.param({"size": [10, 10]}, "E-169", "counts", id="no counts at all"),
]


@pytest.mark.parametrize("geometry", ["masks", "boundary"])
@pytest.mark.parametrize(("segmentation", "code", "words"), REFUSED)
def test_refused_in_python(segmentation: Any, code: str, words: str, geometry: Any) -> None:
    for truth, found, place in (
        (_truth(segmentation), _found(), "annotations[1]"),
        (_truth(), _found(segmentation), "<predictions>[1]"),
    ):
        with pytest.raises(InputError, match=code) as refused:
            evaluate(truth, found, geometry=geometry)
        assert refused.value.row == 1
        assert place in str(refused.value)
        assert words in str(refused.value)


@pytest.mark.parametrize(("segmentation", "code", "words"), REFUSED)
def test_refused_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], segmentation: Any, code: str, words: str
) -> None:
    paths = tmp_path / "truth.json", tmp_path / "found.json"
    paths[0].write_text(json.dumps(_truth()))
    paths[1].write_text(json.dumps(_found(segmentation)))
    assert main(["eval", *map(str, paths)]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(code)
    assert "found.json[1]" in err
    assert words in err


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_polygons_that_are_not_finite(value: float) -> None:
    with pytest.raises(InputError, match=r"E-166.*annotations\[1\]"):
        evaluate(_truth([[value, *OUTLINE[1:]]]), _found(), geometry="masks")


@pytest.mark.parametrize("far", [1e9, -1e9, 1e300])
def test_polygons_far_outside_are_clipped_and_said(far: float) -> None:
    with pytest.warns(TrueboxWarning, match="W-168.*row 1"):
        result = evaluate(_truth([[far, 1, 8, 1, 8, 8, far, 8]]), _found()[:1], geometry="masks")
    assert any(finding.code == "W-168" for finding in result.warnings)


BOW = [1.0, 1, 8, 8, 8, 1, 1, 8]


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
@pytest.mark.parametrize("geometry", ["masks", "boundary"])
@pytest.mark.parametrize(
    "outlines", [pytest.param([BOW], id="crosses itself"), pytest.param([OUTLINE, OUTLINE], id="twice")]
)
def test_polygons_that_cross_or_repeat_themselves_are_accepted_and_said(outlines: Any, geometry: Any) -> None:
    result = evaluate(_truth(outlines), _found(outlines), geometry=geometry)
    assert result.metrics["AP50"] == pytest.approx(1)
    said = [finding for finding in result.warnings if finding.code == "W-183"]
    assert [(finding.count, finding.rows) for finding in said] == [(1, (1,)), (1, (1,))]
    assert [finding.message[:23] for finding in said] == [
        "1 object of <truth> has",
        "1 object of <prediction",
    ]


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
@pytest.mark.parametrize(("corners", "said"), [(4, True), (5, True), (255, True), (256, True), (257, False)])
def test_up_to_256_corners_an_outline_is_looked_at(corners: int, said: bool) -> None:
    """The bow with further corners where its first edge begins; with more it is not looked at."""
    first = np.linspace([1.0, 1], [2, 2], corners - 3)
    outline = [*first.ravel().tolist(), *BOW[2:]]
    result = evaluate(_truth([outline]), _found()[:1], geometry="masks")
    assert [each.rows for each in result.warnings if each.code == "W-183"] == ([(1,)] if said else [])


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("turned", [False, True])
def test_each_of_several_outlines_is_looked_at(place: int, turned: bool) -> None:
    """Whichever crosses itself, and whichever way it goes round."""
    bow = np.reshape(BOW, (-1, 2))[:: -1 if turned else 1].ravel().tolist()
    outlines = [[1.0, 1, 3, 1, 3, 3], [5.0, 5, 7, 5, 7, 7]]
    result = evaluate(_truth([*outlines[:place], bow, *outlines[place:]]), _found()[:1], geometry="masks")
    assert [each.rows for each in result.warnings if each.code == "W-183"] == [(1,)]


def test_polygons_that_only_touch_themselves_are_not_said() -> None:
    touching = [1.0, 1, 8, 1, 8, 8, 4, 1, 1, 8]  # a corner lies on an edge
    result = evaluate(_truth([touching, OUTLINE]), _found()[:1], geometry="masks", mode="corrected")
    assert not [finding for finding in result.warnings if finding.code == "W-183"]


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_an_image_without_size_takes_that_of_its_masks() -> None:
    truth = _truth()
    del truth["images"][0]["width"], truth["images"][0]["height"]
    assert evaluate(truth, _found(), geometry="masks").metrics["AP50"] == pytest.approx(1)
    with pytest.raises(InputError, match=r"E-164.*<predictions>\[1\].*10 x 12.*10 x 10"):
        evaluate(truth, _found({"size": [10, 12], "counts": [120]}), geometry="masks")
    truth["annotations"] = [{**row, "segmentation": [OUTLINE]} for row in truth["annotations"]]
    for found in (_found(), []):
        with pytest.raises(InputError, match=r"E-164.*size of the image is unknown"):
            evaluate(truth, found, geometry="masks")


@pytest.mark.parametrize("row", [{}, {"keypoints": [1, 2, 3, 4]}, {"keypoints": [1.0] * 48}])
def test_keypoints_that_do_not_fit(row: dict[str, Any]) -> None:
    truth = _truth()
    for annotation in truth["annotations"]:
        annotation |= {"keypoints": [1.0] * 51, "num_keypoints": 17}
    good = {"image_id": 7, "category_id": 3, "score": 0.5, "keypoints": [1.0] * 51}
    bad = {key: value for key, value in good.items() if key != "keypoints"} | row
    with pytest.raises(InputError, match=r"E-170.*<predictions>\[1\]"):
        evaluate(truth, [good, bad], geometry="keypoints")
