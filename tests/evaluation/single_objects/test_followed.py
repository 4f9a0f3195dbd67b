"""Folders of one object over time: layouts, repetitions, frames that do not count, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox.errors import InputError
from truebox.evaluation import evaluate_single_object, followed_protocol

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

TRUE = [[10, 10, 20, 40], [12, 10, 20, 40], [14, 10, 20, 40], [16, 10, 20, 40]]
FOUND = [[10, 10, 20, 40], [12, 10, 20, 40], [19, 10, 20, 40], [90, 10, 20, 40]]
META = "[METAINFO]\nurl: none\nresolution: (640, 480)\n"


def put(file: Path, rows: list[Any], between: str = ",") -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = [row if isinstance(row, str) else between.join(map(str, row)) for row in rows]
    file.write_text("\n".join(lines) + "\n")


def got10k(folder: Path, name: str = "walk", **files: str) -> None:
    put(folder / "truth" / name / "groundtruth.txt", TRUE)
    for file, text in ({"cover.label": "8\n8\n8\n8\n", "meta_info.ini": META} | files).items():
        (folder / "truth" / name / file).write_text(text)


def run(folder: Path, protocol: str, **how: Any) -> Any:
    return tb.evaluate(folder / "truth", folder / "found", protocol=protocol, **how)


@pytest.mark.parametrize("between", [",", "\t", " ", ", "])
def test_otb(tmp_path: Path, between: str) -> None:
    put(tmp_path / "truth/walk/groundtruth_rect.txt", TRUE, between)
    put(tmp_path / "found/walk.txt", FOUND)
    assert followed_protocol(tmp_path / "truth") == "otb"
    result = run(tmp_path, "otb")
    # by hand: overlaps 1, 1, 0.6, 0 exceed 0, 0.05 ... 1 at 20, 20, 12 and 0 of 21 thresholds
    assert result.metrics["success_score"] == pytest.approx(52 / 84, abs=1e-15)
    assert result.metrics["success_rate"] == 0.75
    assert result.per_sequence[0].lost == 1


def test_got10k_pools_repetitions(tmp_path: Path) -> None:
    got10k(tmp_path)
    put(tmp_path / "found/walk/walk_001.txt", FOUND)
    put(tmp_path / "found/walk/walk_002.txt", TRUE)
    put(tmp_path / "found/walk/walk_time.txt", ["0.1"])
    assert followed_protocol(tmp_path / "truth") == "got10k"
    result = run(tmp_path, "got10k")
    overlaps = [1, 0.6, 0, 1, 1, 1]  # 17 of 20 + 3 pixels wide; the first frames do not count
    overlaps[1] = 15 / 25
    assert result.metrics["AO"] == pytest.approx(np.mean(overlaps), abs=1e-12)
    assert [(each.name, each.truths, each.lost) for each in result.per_sequence] == [("walk", 6, 1)]
    assert result.per_sequence[0].metrics["AO"] == pytest.approx(result.metrics["AO"], abs=1e-12)


def test_it_is_what_the_call_on_arrays_gives(tmp_path: Path) -> None:
    chance = np.random.default_rng(3)
    sides: list[dict[str, Any]] = [{}, {}]
    for name in ("a", "b", "c"):
        true = np.column_stack([chance.uniform(0, 300, (30, 2)), chance.uniform(10, 90, (30, 2))])
        for side, boxes in zip(sides, (true, true + chance.normal(0, 4, (30, 4))), strict=True):
            side[name] = boxes
        put(tmp_path / f"truth/{name}/groundtruth_rect.txt", true.tolist())
        put(tmp_path / f"found/{name}.txt", sides[1][name].tolist())
    expected = evaluate_single_object(*sides, rules="otb")
    result = run(tmp_path, "otb")
    assert dict(result.metrics) == dict(expected.metrics)
    assert result.curves["success"].tolist() == expected.curves["success"].tolist()


def refusal(folder: Path, protocol: str = "otb") -> tuple[str, str]:
    with pytest.raises(InputError) as caught:
        run(folder, protocol)
    return caught.value.code, str(caught.value)


@pytest.mark.parametrize(
    ("rows", "code", "words"),
    [
        (FOUND[:3], "E-597", "3 lines, and the truth"),
        ([*FOUND, FOUND[0]], "E-597", "5 lines"),
        ([FOUND[0], "", *FOUND[2:]], "E-596", "line 2: the line is empty"),
        ([FOUND[0], "1,2,3", *FOUND[2:]], "E-596", "line 2: expected four numbers, got '1,2,3'"),
        ([FOUND[0], "1,2,x,4", *FOUND[2:]], "E-596", "line 2"),
        ([*FOUND[:2], "nan,nan,nan,nan", FOUND[3]], "E-596", "line 3: nan, nan, nan, nan is no box"),
        ([*FOUND[:2], "1,1,-5,4", FOUND[3]], "E-596", "line 3: 1, 1, -5, 4 is no box"),
        ([""], "E-596", "the file is empty"),
    ],
)
def test_bad_results_are_named(tmp_path: Path, rows: list[Any], code: str, words: str) -> None:
    put(tmp_path / "truth/walk/groundtruth_rect.txt", TRUE)
    put(tmp_path / "found/walk.txt", rows)
    found, text = refusal(tmp_path)
    assert found == code
    assert words in text
    assert "walk.txt" in text


def test_bad_truth_is_named(tmp_path: Path) -> None:
    put(tmp_path / "truth/walk/groundtruth_rect.txt", [*TRUE[:2], ["nan"] * 4, TRUE[3]])
    put(tmp_path / "found/walk.txt", FOUND)
    code, text = refusal(tmp_path)
    assert code == "E-596"
    assert "groundtruth_rect.txt line 3" in text


def test_got10k_needs_the_size_and_as_many_flags_as_frames(tmp_path: Path) -> None:
    got10k(tmp_path, **{"cover.label": "8\n8\n"})
    put(tmp_path / "found/walk/walk_001.txt", FOUND)
    code, text = refusal(tmp_path, "got10k")
    assert code == "E-597"
    assert "cover.label: 2 values" in text
    got10k(tmp_path, **{"meta_info.ini": "[METAINFO]\n"})
    assert refusal(tmp_path, "got10k")[0] == "E-598"
