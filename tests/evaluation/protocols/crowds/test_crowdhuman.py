"""CrowdHuman by hand: the curve from its first point, misses beyond a reference, regions, clipped boxes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import truebox as tb
from truebox.checking import oddities_in_short
from truebox.errors import InputError

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def person(box: list[float], tag: str = "person", **more: Any) -> dict[str, Any]:
    return {"tag": tag, "fbox": box, "vbox": box, "hbox": box, "extra": {}, **more}


def evaluated(folder: Path, truth: list[list[Any]], found: list[list[Any]], **how: Any) -> Any:
    paths = folder / "truth.odgt", folder / "found.odgt"
    lines = [
        [{"ID": f"i{k}", "width": 640, "height": 480, "gtboxes": held} for k, held in enumerate(truth)],
        [
            {"ID": f"i{k}", "dtboxes": [{"box": box, "score": score} for box, score in held]}
            for k, held in enumerate(found)
        ],
    ]
    for path, rows in zip(paths, lines, strict=True):
        path.write_text("\n".join(map(json.dumps, rows)) + "\n")
    return tb.evaluate(*paths, protocol="crowdhuman", **{"fit_test": False, **how})


A, B, FAR = [0, 0, 40, 80], [100, 0, 40, 80], [300, 300, 40, 80]


def test_the_curve_begins_at_its_first_point(tmp_path: Path) -> None:
    """C1: recall 1/2, 1/2, 1 at precision 1, 1/2, 2/3."""
    truth, found = [[person(A), person(B)]], [[(A, 0.9), (FAR, 0.8), (B, 0.7)]]
    result = evaluated(tmp_path, truth, found)
    assert result.metrics["AP"] == pytest.approx(0.5 * (1 / 2 + 2 / 3) / 2, abs=1e-15)
    codes = [str(each)[:8] for each in result.warnings if each.code == "W-310"]
    assert "W-310 C1" in codes
    corrected = evaluated(tmp_path, truth, found, mode="corrected").metrics["AP"]
    assert corrected == pytest.approx(1 / 2 + 1 / 2 * 2 / 3, abs=1e-15)


def test_misses_are_read_beyond_a_reference(tmp_path: Path) -> None:
    """C2: of four images one false positive is 1/4, first reached by the second detection."""
    truth, found = [[person(A), person(B)], [], [], []], [[(A, 0.9), (FAR, 0.8)], [], [], []]
    assert evaluated(tmp_path, truth, found).metrics["MR"] == pytest.approx(0.5, abs=1e-15)
    late = [[(FAR, 0.9), (A, 0.8)], [], [], []]
    assert evaluated(tmp_path, truth, late).metrics["MR"] == pytest.approx(0.5 ** (3 / 9), abs=1e-15)
    assert evaluated(tmp_path, truth, late, mode="corrected").metrics["MR"] == pytest.approx(
        0.5 ** (3 / 9), abs=1e-15
    )


def test_boxes_beyond_images_of_unknown_size_are_said(tmp_path: Path) -> None:
    """Published truths state no sizes; a body of 60 by 80 that begins 25 before its image is 35 wide."""
    box, found = [-25, 0, 60, 80], [{"ID": "a", "dtboxes": [{"box": [0, 0, 28, 80], "score": 0.9}]}]
    (tmp_path / "found.odgt").write_text("\n".join(map(json.dumps, found)))
    recalls, said = [], []
    for name, size in (("stated", {"width": 640, "height": 480}), ("unknown", {})):
        line = {"ID": "a", **size, "gtboxes": [person(box), person(FAR)]}
        (tmp_path / f"{name}.odgt").write_text(json.dumps(line))
        result = tb.evaluate(
            tmp_path / f"{name}.odgt", tmp_path / "found.odgt", protocol="crowdhuman", fit_test=False
        )
        recalls.append(result.metrics["AR"])
        said.append([each.message for each in result.warnings if each.code == "W-313"])
    assert recalls == [0.5, 0.0]
    assert said[0] == []
    assert len(said[1]) == 1
    assert "1 box begins outside of images whose size is not stated" in said[1][0]


def test_an_exact_half_is_not_enough(tmp_path: Path) -> None:
    half = [0, 0, 20, 80]
    assert evaluated(tmp_path, [[person(A)]], [[(half, 0.9)]]).metrics["AR"] == 0.0
    assert evaluated(tmp_path, [[person(A)]], [[([0, 0, 21, 80], 0.9)]]).metrics["AR"] == 1.0


@pytest.mark.parametrize(
    "region", [person(B, "mask"), person(B, extra={"ignore": 1}), person(B, "background")]
)
def test_regions_excuse_what_lies_in_them(region: dict[str, Any], tmp_path: Path) -> None:
    """C4 is the last of them."""
    inside = [100, 0, 20, 40]
    result = evaluated(tmp_path, [[person(A), region]], [[(inside, 0.9), (inside, 0.8), (A, 0.7)]])
    assert result.truths == 1
    assert result.matches.outcome_at(0).tolist() == [2, 2, 1]


def test_boxes_end_at_the_image(tmp_path: Path) -> None:
    beyond = [600, 0, 100, 480]  # of which 40 lie inside
    assert evaluated(tmp_path, [[person(beyond)]], [[([600, 0, 40, 480], 0.9)]]).metrics["AR"] == 1.0


def test_images_without_people_and_no_people_at_all(tmp_path: Path) -> None:
    """C3."""
    result = evaluated(tmp_path, [[person(A)], []], [[(A, 0.9)], [(FAR, 0.95)]])
    assert result.images == 2
    assert result.detections == 2
    empty = evaluated(tmp_path, [[person(A, "mask")], []], [[(A, 0.9)], []])
    assert empty.metrics["AP"] is None
    assert empty.metrics["MR"] is None


def test_nothing_found_misses_everybody(tmp_path: Path) -> None:
    assert evaluated(tmp_path, [[person(A)]], [[]]).metrics["MR"] == 1.0


def test_equal_scores_of_several_images_stand_in_the_order_of_the_files(tmp_path: Path) -> None:
    """C7: CrowdDet at fa0b55b, run on these files, gives these; by names of images it would be 0, .5, .5."""
    held = {"width": 640, "height": 480}
    people = [{"ID": name, **held, "gtboxes": [person(A)]} for name in ("im100", "im99")]
    found = [
        {"ID": name, **held, "dtboxes": [{"box": box, "score": 0.5}]}
        for name, box in (("im100", FAR), ("im99", A))
    ]
    for order in (slice(None), slice(None, None, -1)):
        names = [each["ID"] for each in people[order]]
        rows = [
            {**each, "ID": name, "gtboxes": [person(A)]} for name, each in zip(names, people, strict=True)
        ]
        marks = [{**each, "ID": name} for name, each in zip(names, found, strict=True)]
        for name, lines in (("truth.odgt", rows), ("found.odgt", marks)):
            (tmp_path / name).write_text("\n".join(map(json.dumps, lines)) + "\n")
        paths = tmp_path / "truth.odgt", tmp_path / "found.odgt"
        metrics = tb.evaluate(*paths, protocol="crowdhuman", fit_test=False).metrics
        assert metrics["AP"] == 0.125
        assert metrics["MR"] == pytest.approx(0.8572439828530728, abs=1e-12)
        assert metrics["MR[-4]"] == pytest.approx(0.9258747122872905, abs=1e-12)


def test_corners_are_told_though_boxes_are_clipped(tmp_path: Path) -> None:
    """As sizes they reach out of their image, where the kit cuts them off: what was written is read."""
    boxes = [[[60 + 90 * k, 200 + 10 * n, 40, 90] for k in range(6)] for n in range(4)]
    truth = [[person(box) for box in held] for held in boxes]
    right = [[(box, 0.9 - 0.1 * k) for k, box in enumerate(held)] for held in boxes]
    wrong = [[([x, y, x + w, y + h], score) for (x, y, w, h), score in held] for held in right]
    ap = evaluated(tmp_path, truth, right).metrics["AP"]
    with pytest.raises(InputError, match=f"{ap:.2f} if the boxes were x_min, y_min, x_max, y_max"):
        evaluated(tmp_path, truth, wrong, fit_test=True)


def test_scores_beyond_the_thresholds_of_ji_are_said(tmp_path: Path) -> None:
    result = evaluated(tmp_path, [[person(A), person(B)]], [[(A, 90.0), (B, 40.0)]])
    (said,) = [each.message for each in result.warnings if each.code == "W-307"]
    assert said.endswith("JI reads scores at 0, 0.1 ... 0.9, so that it is another one")


def test_bodies_beyond_the_image_have_no_area_beyond_their_box(tmp_path: Path) -> None:
    result = evaluated(tmp_path, [[person([-20, -10, 60, 50])]], [[([-20, -10, 60, 50], 0.9)]])
    assert result.truth.area.tolist() == [result.truth.boxes[0, 2] * result.truth.boxes[0, 3]]
    assert oddities_in_short(result.truth) is None
