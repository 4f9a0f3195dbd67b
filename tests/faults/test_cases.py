"""One test per fault that files and arrays are known to have, on the command line and in Python.

The command line must answer with exit code 3 and a code, or with 0 and a warning; never with a traceback,
never with a number that says nothing about what was wrong.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import truebox as tb
from truebox.cli import main

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

Row = dict[str, Any]
Outcome = tuple[int, str, str]
NAN = float("nan")
WHOLE = {"size": [80, 100], "counts": [0, 8000]}


def annotations(**changes: Any) -> list[Row]:
    """Four of them: two classes in two images."""
    places = [(1, 1), (1, 2), (2, 1), (2, 2)]
    rows = [{"image_id": image, "category_id": category} for image, category in places]
    for n, row in enumerate(rows):
        row.update(id=1 + n, bbox=[10 + 20 * n, 10, 15, 20], area=300, iscrowd=0)
    rows[1].update(changes)
    return rows


def truth(rows: list[Row] | None = None, **changes: Any) -> Row:
    images = [{"id": n, "width": 100, "height": 80, "file_name": f"{'xab'[n]}.jpg"} for n in (1, 2)]
    categories = [{"id": 1, "name": "cat"}, {"id": 2, "name": "dog"}]
    held = annotations() if rows is None else rows
    return {"images": images, "categories": categories, "annotations": held, **changes}


def found(**changes: Any) -> list[Row]:
    keys = ("image_id", "category_id", "bbox")
    rows = [{key: row[key] for key in keys} for row in annotations()]
    rows = [{**row, "score": 0.9 - 0.1 * n} for n, row in enumerate(rows)]
    rows[1].update(changes)
    return [{key: value for key, value in row.items() if value != "absent"} for row in rows]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    def command(name: str, true: Any, predicted: Any, *options: str) -> Outcome:
        paths = []
        for stem, content in (("truth", true), ("found", predicted)):
            path = tmp_path / f"{stem}.json"
            path.write_text(json.dumps(content))
            paths.append(str(path))
        code = main([name, *paths, *options])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return command


DROPPED = [
    pytest.param(11, found(bbox=[1, NAN, 3, 4]), "E-104", "E-121", id="11 box with NaN"),
    pytest.param(12, found(bbox=[1, math.inf, 3, 4]), "E-104", "E-121", id="12 infinite box"),
    pytest.param(13, found(score=NAN), "E-104", "E-124", id="13 score NaN"),
    pytest.param(14, found(score="absent"), "E-123", "E-123", id="14 no score"),
    pytest.param(18, found(bbox=[25, 10, -15, 20]), "E-122", "E-122", id="18 negative width"),
    pytest.param(20, found(bbox=[1, 2, 3]), "E-120", "E-120", id="20 three numbers"),
    pytest.param(20, found(bbox=[1, 2, 3, 4, 5]), "E-120", "E-120", id="20 five numbers"),
    pytest.param(20, found(bbox=["1", 2, 3, 4]), "E-120", "E-120", id="20 texts"),
    pytest.param(20, found(bbox=None), "E-120", "E-120", id="20 null"),
    pytest.param(29, found(image_id=2**63), "E-130", "E-130", id="29 id beyond 64 bits"),
    pytest.param(30, found(image_id=77), "E-130", "E-130", id="30 unknown image"),
    pytest.param(31, found(category_id=77), "E-131", "E-131", id="31 unknown class"),
    pytest.param(38, found(bbox=[1, 10.0**308 * 10, 3, 4]), "E-104", "E-121", id="38 Infinity"),
]


@pytest.mark.parametrize(("case", "rows", "strict", "lenient"), DROPPED)
def test_a_bad_row_is_refused_and_leniently_dropped(run, case, rows, strict, lenient):
    code, out, err = run("eval", truth(), rows)
    assert (code, out, err[:5]) == (3, "", strict)
    code, out, err = run("eval", truth(), rows, "--lenient", "--json")
    (result,) = json.loads(out)["results"]
    said = [each for each in result["warnings"] if each["code"] == "W-150"]
    assert code == 0
    assert [(each["count"], lenient in each["message"]) for each in said] == [(1, True)], case
    others = [row for n, row in enumerate(found()) if n != 1]
    assert result["metrics"]["AP"] == tb.evaluate(truth(), others).metrics["AP"]
    code, out, _ = run("check", truth(), rows)
    assert code == 3
    assert f"  {lenient}  1  " in out
    assert "--lenient" in out


MASKS = [
    pytest.param({"size": [80, 100], "counts": ""}, "E-160", id="1 no run lengths"),
    pytest.param({"size": [80, 100], "counts": [0, 70]}, "E-160", id="1 too short"),
    pytest.param({"size": [80, 100], "counts": [0, 9000]}, "E-161", id="2 too long"),
    pytest.param({"size": [80, 100], "counts": "~~"}, "E-162", id="3 strange letters"),
    pytest.param({"size": [10**9, 10**9], "counts": [0, 5]}, "E-163", id="4 gigantic"),
    pytest.param({"size": [5, 5], "counts": [0, 25]}, "E-164", id="5 other size"),
    pytest.param({"size": [80, 100], "counts": [-5, 8005]}, "E-165", id="6 negative"),
    pytest.param({"size": [80, 100], "counts": [0.5, 7999.5]}, "E-165", id="6 broken numbers"),
    pytest.param([[0, 0, 4, 4]], "E-167", id="9 two points"),
    pytest.param([[0, 0, 4, 4, 5, 5, 1]], "E-167", id="9 odd"),
    pytest.param([], "E-167", id="9 none"),
]


@pytest.mark.parametrize("side", ["truth", "predictions"])
@pytest.mark.parametrize(("mask", "code"), MASKS)
def test_a_bad_mask_is_refused_and_leniently_dropped(run, mask, code, side):
    good, bad = {"segmentation": WHOLE}, {"segmentation": mask}
    true = truth([{**row, **good} for row in annotations()])
    rows = [{**row, **good} for row in found()]
    (true["annotations"] if side == "truth" else rows)[1].update(bad)
    flags = ("--geometry", "masks")
    answer, out, err = run("eval", true, rows, *flags)
    assert (answer, out, err[:5]) == (3, "", code)
    answer, out, err = run("eval", true, rows, *flags, "--lenient")
    assert answer == 0
    assert f"1 row dropped by {code}: " in err
    answer, out, _ = run("check", true, rows, *flags)
    assert answer == 3
    assert f"  {code}  1  " in out


def test_all_bad_masks_of_a_check_are_counted(run):
    good = [{**row, "segmentation": WHOLE} for row in annotations()]
    rows = [{**row, "segmentation": WHOLE} for row in found()]
    bad = [{**rows[0], "segmentation": {"size": [80, 100], "counts": [0, n]}} for n in range(1, 8)]
    _, out, _ = run("check", truth(good), rows + bad, "--geometry", "masks", "--json")
    (item,) = [each for each in json.loads(out)["findings"] if each["refused"]]
    assert (item["code"], item["count"], item["rows"], item["lenient"]) == ("E-160", 7, [4, 5, 6, 7, 8], True)


@pytest.mark.parametrize("value", [NAN, math.inf])
def test_case_7_polygons_that_are_not_finite(value):
    rows = [{**row, "segmentation": [[0, 0, value, 9, 9, 9]]} for row in found()]
    true = truth([{**row, "segmentation": WHOLE} for row in annotations()])
    with pytest.raises(tb.errors.InputError, match="E-166"):
        tb.evaluate(true, rows, geometry="masks")
    kept = tb.evaluate(true, [*rows, {**found()[0], "segmentation": WHOLE}], geometry="masks", lenient=True)
    assert kept.detections == 1


NOTED = [
    pytest.param(
        truth(), [{**row, "score": 100 * row["score"]} for row in found()], "W-307", id="15 percent"
    ),
    pytest.param(truth(), [{**row, "score": 0.5} for row in found()], "W-304", id="16 equal scores"),
    pytest.param(truth(annotations(bbox=[10, 10, 0, 20])), found(), "W-141", id="19 flat truth"),
    pytest.param(truth(annotations(area=0)), found(), "W-477", id="25 area 0"),
    pytest.param(truth([{**row, "id": 7} for row in annotations()]), found(), "W-142", id="27 repeated ids"),
    pytest.param(truth(images=truth()["images"] * 2), found(), "W-143", id="28 images listed twice"),
    pytest.param(truth(), [], "W-303", id="32 no predictions"),
    pytest.param(truth(), found()[:2], "W-301", id="34 images without predictions"),
    pytest.param(truth(), found() * 2, "W-305", id="35 repeated predictions"),
]


@pytest.mark.parametrize(("true", "rows", "code"), NOTED)
def test_what_is_odd_is_said_and_counted(run, true, rows, code):
    answer, out, err = run("eval", true, rows)
    assert answer == 0
    assert f"{code} " in err
    answer, out, _ = run("check", true, rows)
    assert answer == 0
    assert f"  {code}  " in out


def test_case_17_ties_are_said_with_their_range(run):
    """Of two equal scores the false one may come first: precision 1/2, else 1, for one class of two."""
    rows = [{**found()[0], "bbox": [60, 60, 9, 9]}, *found()]
    _, out, err = run("eval", truth(), rows)
    assert "random orders give 0.88" in out + err
    assert "AP lies anywhere from 0.8333 to 0.9175" in out + err
    _, out, _ = run("eval", truth(), rows, "--json")
    said = [each["message"] for each in json.loads(out)["results"][0]["warnings"] if each["code"] == "W-515"]
    assert [message[:46] for message in said] == ["AP is 0.8333 in this order of equal scores, an"]


def test_case_29_a_whole_number_may_have_a_point():
    assert tb.evaluate(truth(), found(image_id=1.0)).metrics["AP"] == 1.0


@pytest.mark.parametrize("flags", [(), ("--lenient",)])
def test_case_31_another_numbering_is_never_dropped(run, flags):
    rows = [{**row, "category_id": row["category_id"] - 1} for row in found()]
    code, out, err = run("eval", truth(), rows, *flags)
    assert (code, out) == (3, "")
    assert "add 1 to every category id" in err


def test_case_34_some_of_the_images_are_named(run):
    _, _, err = run("eval", truth(), found()[:2])
    assert "W-301 1 of 2 images has no detections (id 2); its truths count as missed" in err


def test_case_40_names_that_lead_out_are_never_joined(run, tmp_path):
    names = ["../../etc/passwd", "/etc/passwd", "\\\\host\\x", "CON", "http://host/x.jpg", "a\x00b.jpg"]
    images = [{"id": n + 1, "width": 100, "height": 80, "file_name": name} for n, name in enumerate(names)]
    code, _, _ = run("eval", truth(images=images), found())
    assert code == 0
    code = main(["convert", str(tmp_path / "truth.json"), str(tmp_path / "out"), "--to", "yolo"])
    assert code == 3
    assert not list(tmp_path.glob("out/**/*.txt"))


def test_case_44_more_memory_than_there_is(run):
    code, out, err = run("eval", truth(), found(), "--max-memory", "100k")
    assert (code, out) == (3, "")
    assert err.startswith("E-483")
    assert "--max-memory" in err


def test_case_46_the_same_bytes_whatever_the_order_of_threads(run):
    outputs = {run("eval", truth(), found(), "--json", "--threads", str(n))[1] for n in (1, 2, 3)}
    assert len(outputs) == 1
